/** One call on its way: its id, its clock, the signal that ends it, and why it failed. */
import { randomUUID } from "node:crypto";
import { TackleError } from "../errors.ts";
import type { CallRequest, ToolRef } from "../types.ts";

export class Call {
  readonly id = randomUUID();
  readonly request: CallRequest;
  readonly startedAt = Date.now();
  readonly controller = new AbortController();
  readonly #start = performance.now();
  #ref: ToolRef;

  constructor(request: CallRequest) {
    this.request = request;
    this.#ref = typeof request.tool === "string" ? { server: "", tool: request.tool } : request.tool;
    const { signal } = request;
    if (signal?.aborted === true) this.controller.abort(cancelled());
    else signal?.addEventListener("abort", () => this.controller.abort(cancelled()), { once: true });
  }

  get ref(): ToolRef {
    return { server: this.#ref.server, tool: this.#ref.tool };
  }

  resolved(ref: ToolRef): void {
    this.#ref = ref;
    this.controller.signal.throwIfAborted();
  }

  duration(): number {
    return Math.round((performance.now() - this.#start) * 1000) / 1000;
  }

  /** A call that we gave up ourselves failed for our reason, whatever the layers below made of it. */
  explain(error: unknown): TackleError {
    const own: unknown = this.controller.signal.reason;
    const cause = own instanceof TackleError ? own : error;
    if (cause instanceof TackleError) return cause;
    const message = `The call failed because of a defect: ${String(cause)}`;
    return new TackleError({ code: "internal", message, cause, ...this.ref });
  }
}

function cancelled(): TackleError {
  return new TackleError({ code: "cancelled", message: "The call was cancelled" });
}
