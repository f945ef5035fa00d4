/**
 * The quick way for requests of the plainest form, which those of clients of this protocol nearly all have. node:http makes two
 * streams and a dozen listeners for each of them, and most of that survives until the garbage collector has to look at it; that
 * is as much work as all the gateway does with the request. A connection begins here and is handed to node:http when its client
 * sends anything else, so that nothing has to be understood here that could be misunderstood.
 */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { QuickConnection, type QuickConnectionOptions } from "./quick-connection.ts";

interface LaneOptions extends Pick<
  QuickConnectionOptions,
  "answer" | "isDraining" | "firstMs" | "keepAliveMs"
> {
  /** Whether there is room for one more. */
  admit(socket: Socket): boolean;
}

export class QuickLane {
  readonly #connections = new Set<QuickConnection>();

  /** Takes the server's new connections. */
  constructor(server: Server, options: LaneOptions) {
    const listeners = server.listeners("connection");
    server.removeAllListeners("connection");
    const handOver = (socket: Socket): void => {
      for (const listener of listeners) listener.call(server, socket);
    };
    server.on("connection", (socket: Socket) => {
      if (!options.admit(socket)) {
        socket.destroy();
        return;
      }
      const connection: QuickConnection = new QuickConnection(socket, {
        ...options,
        handOver,
        onEnd: () => this.#connections.delete(connection),
      });
      this.#connections.add(connection);
    });
  }

  /** Connections that are here, and not with node:http. */
  get size(): number {
    return this.#connections.size;
  }

  closeIdle(): void {
    for (const connection of this.#connections) if (connection.isIdle) connection.close();
  }

  closeAll(): void {
    for (const connection of this.#connections) connection.close();
  }
}
