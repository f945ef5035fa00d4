/**
 * What clients want of a server for as long as they stay: news of resources, and how much it logs. A server that comes
 * back is told again; one that cannot do it is not asked.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { JsonObject } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";
import type { Connection, ResourceStream } from "../connection.ts";

export interface WishOptions {
  readonly timeoutMs: number;
  onRemark(remark: string): void;
}

const REOPEN_MS = 1000;

export class StandingWishes {
  readonly #options: WishOptions;
  /** Address → how many want news of it. */
  readonly #watched = new Map<string, number>();
  /** Subscriptions that the server has not confirmed. */
  readonly #beginning = new Map<string, Promise<void>>();
  #logLevel: string | undefined;
  #connection: Connection | undefined;
  #stream: ResourceStream | undefined;
  /** One change of the stream at a time, each with all addresses of its moment. */
  #changing: Promise<void> = Promise.resolve();

  constructor(options: WishOptions) {
    this.#options = options;
  }

  /** A new connection: it knows nothing yet of what is wanted. */
  attach(connection: Connection): void {
    this.#connection = connection;
    this.#stream = undefined;
    if (this.#logLevel !== undefined) this.#tryTo(this.#sendLogLevel(this.#logLevel));
    if (this.#watched.size === 0) return;
    if (connection.era === "modern") this.#tryTo(this.#restream());
    else for (const uri of this.#watched.keys()) this.#tryTo(this.#send("resources/subscribe", { uri }));
  }

  /** Takes a wish over from before there was a connection. */
  note(uri: string): void {
    this.#watched.set(uri, (this.#watched.get(uri) ?? 0) + 1);
  }

  noteLogLevel(level: string): void {
    this.#logLevel = level;
  }

  async watch(uri: string): Promise<void> {
    this.note(uri);
    if (this.#watched.get(uri) === 1) this.#beginning.set(uri, this.#subscribe(uri));
    try {
      await this.#beginning.get(uri); // whoever comes second depends on the first
    } catch (error) {
      this.#forget(uri);
      throw error;
    } finally {
      this.#beginning.delete(uri);
    }
  }

  async #subscribe(uri: string): Promise<void> {
    if (this.#connection?.era === "modern") await this.#restream();
    else await this.#send("resources/subscribe", { uri });
  }

  async unwatch(uri: string): Promise<void> {
    if (!this.#watched.has(uri) || !this.#forget(uri)) return;
    if (this.#connection?.era === "modern") await this.#restream();
    else await this.#send("resources/unsubscribe", { uri });
  }

  async setLogLevel(level: string): Promise<void> {
    this.noteLogLevel(level);
    await this.#sendLogLevel(level);
  }

  /** True when nobody wants news of it any more. */
  #forget(uri: string): boolean {
    const count = (this.#watched.get(uri) ?? 1) - 1;
    if (count > 0) this.#watched.set(uri, count);
    else this.#watched.delete(uri);
    return count <= 0;
  }

  async #sendLogLevel(level: string): Promise<void> {
    const { era, capabilities } = this.#connection ?? {};
    // In the modern era each request says for itself which messages it wants.
    if (era === "legacy" && isObject(capabilities?.["logging"]))
      await this.#send("logging/setLevel", { level });
  }

  /** In the modern era all addresses are on one stream, which is opened anew for each change. */
  #restream(): Promise<void> {
    const next = this.#changing.then(() => this.#openStream());
    this.#changing = next.catch(() => undefined);
    return next;
  }

  async #openStream(): Promise<void> {
    const old = this.#stream;
    const uris = [...this.#watched.keys()];
    this.#stream =
      uris.length === 0 ? undefined : await this.#connection?.listen({ resourceSubscriptions: uris });
    await old?.close();
    void this.#reopenWhenClosed(this.#stream);
  }

  /** A server may close the stream; what was wanted of it is wanted still. */
  async #reopenWhenClosed(stream: ResourceStream | undefined): Promise<void> {
    await stream?.closed;
    await delay(REOPEN_MS, undefined, { ref: false });
    if (stream !== undefined && stream === this.#stream) this.#tryTo(this.#restream());
  }

  async #send(method: string, params: JsonObject): Promise<void> {
    await this.#connection?.send(method, params, { timeoutMs: this.#options.timeoutMs });
  }

  #tryTo(work: Promise<void>): void {
    work.catch((error: unknown) =>
      this.#options.onRemark(`did not take a standing request: ${String(error)}`),
    );
  }
}
