/** The bench's hold on its load generator: an order in, a promise of the result out. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import type { Launch } from "./contestants.ts";
import type { Order } from "./load-process.ts";
import type { Load, Measurement } from "./run-load.ts";

interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

export class Loader {
  readonly #child = fork(resolve(import.meta.dirname, "load-process.ts"), {
    serialization: "advanced", // JSON has no NaN
  });
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #lastId = 0;

  constructor() {
    this.#child.on("message", (reply: Reply) => {
      this.#waiting.get(reply.id)?.(reply);
      this.#waiting.delete(reply.id);
    });
    this.#child.once("exit", () => {
      for (const [id, take] of this.#waiting) take({ id, error: "the load generator has ended" });
    });
  }

  async open(name: string, launch: Launch): Promise<void> {
    await this.#order({ kind: "open", name, launch });
  }

  async run(name: string, load: Load): Promise<Measurement> {
    return (await this.#order({ kind: "run", name, load })) as Measurement;
  }

  async close(name: string): Promise<void> {
    await this.#order({ kind: "close", name });
  }

  /** Ends the load generator, which ends all that it started. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exit = once(this.#child, "exit");
    if (this.#child.connected) this.#child.disconnect();
    await exit;
  }

  async #order(order: Order): Promise<unknown> {
    if (!this.#child.connected) throw new Error("the load generator has ended");
    this.#lastId += 1;
    const id = this.#lastId;
    const { result, error } = await new Promise<Reply>((take) => {
      this.#waiting.set(id, take);
      this.#child.send({ id, order });
    });
    if (error !== undefined) throw new Error(error);
    return result;
  }
}
