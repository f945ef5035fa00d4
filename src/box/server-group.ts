/** One server of a box as a group of its own: its tools, its calls, its life, its news. */
import type { CatalogTool } from "../catalog/snapshot.ts";
import type { CallResult, JsonObject, ServerStatus } from "../types.ts";
import type { Box, CallOptions } from "./box.ts";
import type { BoxEvents, BoxListener } from "./events.ts";

export class ServerGroup {
  readonly name: string;
  readonly #box: Box;

  constructor(box: Box, name: string) {
    this.#box = box;
    this.name = name;
  }

  status(): ServerStatus {
    return this.#box.statusOf(this.name);
  }

  tools(): readonly CatalogTool[] {
    return this.#box.catalog.ofServer(this.name);
  }

  /** Calls one of its tools, by the name that the server itself gives it. */
  call(tool: string, args: JsonObject = {}, options: CallOptions = {}): Promise<CallResult> {
    return this.#box.call({ server: this.name, tool }, args, options);
  }

  /** Connects now, also a lazy server or one that has failed; a live connection is left alone. */
  async connect(): Promise<void> {
    await this.#box.prepare();
    await this.#box.upstream(this.name).connect();
  }

  /** Ends the connection and makes a new one. */
  async reconnect(): Promise<void> {
    await this.#box.prepare();
    await this.#box.upstream(this.name).reconnect();
  }

  /** Ends the connection; the next call makes a new one. */
  async disconnect(): Promise<void> {
    await this.#box.prepare();
    await this.#box.upstream(this.name).disconnect();
  }

  /** The box's events that are about this server. Returns the function that ends the subscription. */
  on<Name extends keyof BoxEvents>(name: Name, listener: BoxListener<Name>): () => void {
    return this.#box.on(name, (event) => {
      if (serverOf(event) === this.name) listener(event);
    });
  }
}

function serverOf(event: BoxEvents[keyof BoxEvents]): string | undefined {
  if ("server" in event && typeof event.server === "string") return event.server;
  if ("name" in event) return event.name;
  if ("result" in event) return event.result.server;
  return "ref" in event ? event.ref.server : undefined;
}
