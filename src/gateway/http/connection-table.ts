/**
 * All connections, by whom they come from. When all places are taken, one on which nothing is being answered makes room, the one
 * that was used least lately: silence, half a request and a stream of single bytes keep nobody else out.
 */
import type { Socket } from "node:net";
import { clientKey } from "../../gate/client-key.ts";
import { whoMakesRoom } from "../../gate/fair-share.ts";

interface Connection {
  readonly socket: Socket;
  readonly owner: string;
  /** Requests on it that are being answered, and streams. */
  busy: number;
  usedAt: number;
}

export class ConnectionTable {
  readonly #places: number;
  readonly #connections = new Map<Socket, Connection>();
  /** Owner → its connections. */
  readonly #byOwner = new Map<string, Set<Connection>>();

  constructor(places: number) {
    this.#places = places;
  }

  get size(): number {
    return this.#connections.size;
  }

  /** False where there is no place, and nobody to give up one. */
  admit(socket: Socket): boolean {
    const owner = clientKey(undefined, socket.remoteAddress);
    if (this.size >= this.#places && !this.#makeRoom(owner)) return false;
    const connection: Connection = { socket, owner, busy: 0, usedAt: performance.now() };
    this.#connections.set(socket, connection);
    const own = this.#byOwner.get(owner);
    if (own === undefined) this.#byOwner.set(owner, new Set([connection]));
    else own.add(connection);
    socket.once("close", () => this.#forget(connection));
    return true;
  }

  /** A request came on it. */
  touch(socket: Socket | null): void {
    const connection = this.#of(socket);
    if (connection !== undefined) connection.usedAt = performance.now();
  }

  /** From now until `rest`, it is in use. */
  begin(socket: Socket | null): void {
    const connection = this.#of(socket);
    if (connection !== undefined) connection.busy += 1;
  }

  rest(socket: Socket | null): void {
    const connection = this.#of(socket);
    if (connection === undefined) return;
    connection.busy -= 1;
    connection.usedAt = performance.now();
  }

  #of(socket: Socket | null): Connection | undefined {
    return socket === null ? undefined : this.#connections.get(socket);
  }

  #forget(connection: Connection): void {
    const { socket, owner } = connection;
    this.#connections.delete(socket);
    const own = this.#byOwner.get(owner);
    own?.delete(connection);
    if (own?.size === 0) this.#byOwner.delete(owner);
  }

  #makeRoom(newcomer: string): boolean {
    const owners = whoMakesRoom({ newcomer, held: this.#byOwner, places: this.#places });
    for (const owner of owners) {
      const idle = leastUsed(this.#byOwner.get(owner) ?? []);
      if (idle === undefined) continue;
      idle.socket.destroy();
      this.#forget(idle);
      return true;
    }
    return false;
  }
}

function leastUsed(connections: Iterable<Connection>): Connection | undefined {
  let found: Connection | undefined;
  for (const connection of connections)
    if (connection.busy === 0 && (found === undefined || connection.usedAt < found.usedAt))
      found = connection;
  return found;
}
