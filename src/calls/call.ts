/** One call on its way: its id, its clock, the signal that ends it, and why it failed. */
import { TackleError } from "../errors.ts";
import type { CallRequest, JsonObject, ToolRef } from "../types.ts";
import { isObject } from "../util/is-object.ts";
import { timeOrderedId } from "../util/time-ordered-id.ts";

export class Call {
  readonly id = timeOrderedId();
  readonly request: CallRequest;
  readonly startedAt = Date.now();
  /** The answers to the server's last questions, where it had some. */
  input: JsonObject | undefined;
  readonly #start = performance.now();
  readonly #end: AbortSignal;
  #signal: AbortSignal | undefined;
  #ref: ToolRef;

  /** `end` ends every call of the box. */
  constructor(request: CallRequest, end: AbortSignal) {
    this.request = request;
    this.#end = end;
    this.#ref = refOf(request.tool);
  }

  /** Made when somebody needs it, which is rare, and costs more than the rest of the path. */
  get signal(): AbortSignal {
    const { signal } = this.request;
    this.#signal ??= signal === undefined ? this.#end : AbortSignal.any([signal, this.#end]);
    return this.#signal;
  }

  get isAborted(): boolean {
    return this.#end.aborted || this.request.signal?.aborted === true;
  }

  get ref(): ToolRef {
    const { server, tool } = this.#ref;
    return { server, tool };
  }

  resolved(ref: ToolRef): void {
    this.#ref = ref;
    if (this.isAborted) this.signal.throwIfAborted();
  }

  duration(): number {
    return Math.round((performance.now() - this.#start) * 1000) / 1000;
  }

  /** A call that its caller gave up was cancelled, whatever the layers below made of that. */
  explain(error: unknown): TackleError {
    if (this.isAborted) {
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
