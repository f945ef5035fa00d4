/** One call on its way: its id, its clock, the signal that ends it, and why it failed. */
import { randomUUID } from "node:crypto";
import { TackleError } from "../errors.ts";
import type { CallRequest, ToolRef } from "../types.ts";

/** For callers who never give up. */
const NEVER = new AbortController().signal;

export class Call {
  readonly id = randomUUID();
  readonly request: CallRequest;
  readonly signal: AbortSignal;
  readonly startedAt = Date.now();
  readonly #start = performance.now();
  #ref: ToolRef;

  constructor(request: CallRequest) {
    this.request = request;
    this.signal = request.signal ?? NEVER;
    this.#ref = typeof request.tool === "string" ? { server: "", tool: request.tool } : request.tool;
  }

  get ref(): ToolRef {
    return { server: this.#ref.server, tool: this.#ref.tool };
  }

  resolved(ref: ToolRef): void {
    this.#ref = ref;
    this.signal.throwIfAborted();
  }

  duration(): number {
    return Math.round((performance.now() - this.#start) * 1000) / 1000;
  }

  /** A call that its caller gave up was cancelled, whatever the layers below made of that. */
  explain(error: unknown): TackleError {
    if (this.signal.aborted) {
      return new TackleError({
        code: "cancelled",
        message: "The call was cancelled",
        cause: error,
        ...this.ref,
      });
    }
    if (error instanceof TackleError) return error;
    const message = `The call failed because of a defect: ${String(error)}`;
    return new TackleError({ code: "internal", message, cause: error, ...this.ref });
  }
}
