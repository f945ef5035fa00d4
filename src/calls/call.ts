/** One call on its way: its id, its clock, the signal that ends it, and why it failed. */
import { randomUUID } from "node:crypto";
import { TackleError } from "../errors.ts";
import type { CallRequest, ToolRef } from "../types.ts";
import { isObject } from "../util/is-object.ts";

export class Call {
  readonly id = randomUUID();
  readonly request: CallRequest;
  readonly signal: AbortSignal;
  readonly startedAt = Date.now();
  readonly #start = performance.now();
  readonly #end: AbortSignal;
  #ref: ToolRef;

  /** `end` ends every call of the box. */
  constructor(request: CallRequest, end: AbortSignal) {
    this.request = request;
    this.signal = request.signal === undefined ? end : AbortSignal.any([request.signal, end]);
    this.#end = end;
    this.#ref = refOf(request.tool);
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
      const message = this.#end.aborted
        ? "The box was stopped before the call ended"
        : "The call was cancelled";
      return new TackleError({ code: "cancelled", message, cause: error, ...this.ref });
    }
    if (error instanceof TackleError) return error;
    const message = `The call failed because of a defect: ${String(error)}`;
    return new TackleError({ code: "internal", message, cause: error, ...this.ref });
  }
}

/** Callers in plain JavaScript may give anything for a tool; that is an unknown one, and no reason to fail. */
function refOf(tool: unknown): ToolRef {
  if (!isObject(tool)) return { server: "", tool: String(tool) };
  return { server: String(tool["server"]), tool: String(tool["tool"]) };
}
