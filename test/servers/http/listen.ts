/** Starts an HTTP fixture on a free port of 127.0.0.1 and counts what it holds open, so that tests can see leaks. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import type { AddressInfo, Socket } from "node:net";

export interface RunningServer {
  /** The endpoint, `http://127.0.0.1:<port>/mcp`. */
  readonly url: string;
  readonly origin: string;
  /** Sockets that are open right now. */
  openSockets(): number;
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly tls?: ServerOptions;
  readonly onConnection?: (socket: Socket) => void;
  readonly keepAliveTimeoutMs?: number;
  /** A free one unless it is given. */
  readonly port?: number;
}

export async function listen(handler: RequestListener, options: ListenOptions = {}): Promise<RunningServer> {
  const server: Server =
    options.tls === undefined ? createServer(handler) : createTlsServer(options.tls, handler);
  server.keepAliveTimeout = options.keepAliveTimeoutMs ?? 5_000;
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined); // clients of a fixture go away as they like
    socket.on("close", () => sockets.delete(socket));
    options.onConnection?.(socket);
  });
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `${options.tls === undefined ? "http" : "https"}://127.0.0.1:${port}`;
  return {
    url: `${origin}/mcp`,
    origin,
    openSockets: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
