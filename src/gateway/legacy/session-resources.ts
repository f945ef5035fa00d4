/** The resources that one legacy client wants news of. */
import type { Box } from "../../box/box.ts";
import type { JsonObject } from "../../types.ts";
import { RPC, RpcError } from "../../util/rpc-error.ts";
import { ownersOf } from "../protocol/methods/forward.ts";
import type { View } from "../view/view.ts";

const MOST = 1000;

export class SessionResources {
  readonly #box: Box;
  readonly #view: View;
  readonly #session: string;
  /** Address → the server that was asked for news of it. */
  readonly #watched = new Map<string, string>();

  constructor(box: Box, view: View, session: string) {
    this.#box = box;
    this.#view = view;
    this.#session = session;
  }

  has(uri: string, server: string): boolean {
    return this.#watched.get(uri) === server;
  }

  async watch(uri: unknown): Promise<JsonObject> {
    const [server] = ownersOf({ view: this.#view, era: "legacy", session: this.#session }, uri);
    const address = String(uri);
    if (this.#watched.has(address)) return {};
    if (this.#watched.size >= MOST) throw new RpcError(RPC.invalidRequest, `At most ${MOST} subscriptions`);
    this.#watched.set(address, server);
    try {
      await this.#box.upstream(server).watch(address, this.#session);
    } catch (error) {
      this.#watched.delete(address);
      throw error;
    }
    // The client may have left meanwhile.
    if (!this.#watched.has(address)) await this.#forget(address, server);
    return {};
  }

  async unwatch(uri: unknown): Promise<JsonObject> {
    const address = String(uri);
    const server = this.#watched.get(address);
    this.#watched.delete(address);
    if (server !== undefined) await this.#forget(address, server);
    return {};
  }

  #forget(uri: string, server: string): Promise<void> {
    return this.#box.unwatch(server, { uri, session: this.#session });
  }

  /** Nobody is left to be told of a failure here. */
  async end(): Promise<void> {
    await Promise.allSettled([...this.#watched.keys()].map((uri) => this.unwatch(uri)));
  }
}
