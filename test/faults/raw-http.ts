/** HTTP by hand, on a socket: what no client library would send can be sent, and what comes back is seen as it came. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  /** In their order, and as often as they stand here; one of these takes the place of the usual one of its name. */
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string | Uint8Array;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The bytes of a request; without a body when it is undefined. */
export function spell(port: number, request: RawRequest): Buffer {
  const { method = "POST", path = "/mcp", headers = [], body } = request;
  const bytes = Buffer.from(body ?? "");
  const usual: readonly (readonly [string, string])[] = [
    ["Host", `127.0.0.1:${port}`],
    ["Accept", "application/json, text/event-stream"],
    ["Connection", "close"],
    ...(body === undefined
      ? []
      : ([
          ["Content-Type", "application/json"],
          ["Content-Length", String(bytes.length)],
        ] as const)),
  ];
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const lines = [...usual.filter(([name]) => !given.has(name.toLowerCase())), ...headers].map(
    ([name, value]) => `${name}: ${value}`,
  );
  const head = Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, "", ""].join("\r\n"), "latin1");
  return Buffer.concat([head, bytes]);
}

export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.on("error", () => undefined); // a server that refuses may reset the connection, and is read all the same
  return socket;
}

/** Sends a request and reads until the other side has closed. */
export async function sendRaw(port: number, request: RawRequest): Promise<RawResponse> {
  const socket = await openSocket(port);
  socket.write(spell(port, request));
  return readResponse(socket);
}

/** Reads until the other side has closed the connection. */
export async function readResponse(socket: Socket): Promise<RawResponse> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  await closeOf(socket);
  return parse(Buffer.concat(chunks).toString());
}

/** Resolves when the connection has ended, also when it was reset. */
export async function closeOf(socket: Socket): Promise<void> {
  if (!socket.closed) await new Promise<void>((done) => socket.once("close", () => done()));
}

function parse(text: string): RawResponse {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/u.exec(first)?.[1] ?? 0),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: rest.join("\r\n\r\n"),
  };
}
