/** The resources that one legacy client wants news of. */
import type { Box } from "../../box/box.ts";
import type { JsonObject } from "../../types.ts";
import { RPC, RpcError } from "../../util/rpc-error.ts";
import { ownersOf } from "../protocol/methods/forward.ts";
import type { Started } from "../started.ts";
import type { View } from "../view/view.ts";

const MOST = 1000;

interface ResourceParts {
  /** The session's. */
  readonly id: string;
  readonly box: Box;
  readonly view: View;
  readonly started: Started;
}

export class SessionResources {
  readonly #box: Box;
  readonly #view: View;
  readonly #started: Started;
  readonly #session: string;
  /** Address → the server that was asked for news of it. */
  readonly #watched = new Map<string, string>();
  #isOver = false;

  constructor({ id, box, view, started }: ResourceParts) {
    this.#box = box;
    this.#view = view;
    this.#started = started;
    this.#session = id;
  }

  has(uri: string, server: string): boolean {
    return this.#watched.get(uri) === server;
  }

  async watch(uri: unknown): Promise<JsonObject> {
    const reader = {
      view: this.#view,
      started: this.#started,
      era: "legacy",
      session: this.#session,
    } as const;
    const [server] = await ownersOf(reader, uri);
    const address = String(uri);
    if (this.#isOver) throw new RpcError(RPC.internal, "The client is gone");
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
    this.#isOver = true;
    await Promise.allSettled([...this.#watched.keys()].map((uri) => this.unwatch(uri)));
  }
}
