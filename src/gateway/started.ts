/**
 * Whether the servers have started. A handshake never waits for that. Who reads a list waits a little for servers that are
 * still starting, because most clients read it once, and one that comes later is announced; who names what is not known yet
 * waits until it can be known.
 */
import type { Box } from "../box/box.ts";
import type { View } from "./view/view.ts";

/** Since the gateway began: later, nobody waits for a list. */
const LISTS_WAIT_MS = 3000;
/** Since the gateway began, too: until then the time of a call does not begin before its server has started. */
const CALLS_WAIT_MS = 10_000;

/** Which servers somebody waits for. */
type Shown = Pick<View, "servers">;

export class Started {
  readonly #box: Pick<Box, "status" | "upstream" | "on">;
  readonly #begunAt = performance.now();
  #isOver = false;

  constructor(box: Pick<Box, "status" | "upstream" | "on">, started: Promise<void>) {
    this.#box = box;
    void started.then(() => (this.#isOver = true));
  }

  /** Every server has started or failed, so that nobody needs to ask for more here. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether nobody waits for lists any more. */
  get isWaitOver(): boolean {
    return this.#isOver || this.#left(LISTS_WAIT_MS) <= 0;
  }

  /** Whether lists still wait, and so nobody has one yet. */
  isSettling(view: Shown): boolean {
    return !this.isWaitOver && this.#starting(view).length > 0;
  }

  /** Until none of the endpoint's servers is starting, and not for long. */
  async settle(view: Shown, signal?: AbortSignal): Promise<void> {
    if (this.isSettling(view))
      await this.#until(() => this.#starting(view).length === 0, { longestMs: LISTS_WAIT_MS, signal });
  }

  /** What is looked for, as soon as it is there; undefined when nobody is left who could bring it in the time of a call. */
  async find<Found>(
    view: Shown,
    look: () => Found | undefined,
    signal?: AbortSignal,
  ): Promise<Found | undefined> {
    const timeouts = this.#starting(view).map((server) => this.#box.upstream(server).definition.timeout);
    const isDone = (): boolean => look() !== undefined || this.#starting(view).length === 0;
    if (!isDone()) await this.#until(isDone, { longestMs: Math.max(CALLS_WAIT_MS, ...timeouts), signal });
    return look();
  }

  /** Until one server has started or failed: what a call may take is meant for the call. */
  async startOf(server: string, signal?: AbortSignal): Promise<void> {
    const only = { servers: () => new Set([server]) };
    const isDone = (): boolean => this.#starting(only).length === 0;
    if (!isDone()) await this.#until(isDone, { longestMs: CALLS_WAIT_MS, signal });
  }

  #starting(view: Shown): readonly string[] {
    const shown = view.servers();
    const starting = this.#box.status().filter(({ name, state }) => state === "starting" && shown.has(name));
    return starting.map(({ name }) => name);
  }

  #left(longestMs: number): number {
    return this.#begunAt + longestMs - performance.now();
  }

  #until(
    isDone: () => boolean,
    { longestMs, signal }: { readonly longestMs: number; readonly signal: AbortSignal | undefined },
  ): Promise<void> {
    const left = this.#left(longestMs);
    if (left <= 0 || signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        forget();
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, left);
      const forget = this.#box.on("server-state", () => {
        if (isDone()) end();
      });
      signal?.addEventListener("abort", end, { once: true });
    });
  }
}
