/** What a tool call needs of tracing, so that nothing of it is loaded where it is not configured. */
import type { Era, JsonObject } from "../../types.ts";

export interface TracedCall {
  readonly tool: string;
  readonly server: string;
  readonly era: Era;
  /** What the client sent along with its request. */
  readonly meta: JsonObject;
}

export interface CallSpan {
  /** What is sent along to the server in place of the client's own. */
  readonly meta: JsonObject;
  /** Ends it, once. */
  end(outcome: string): void;
}

export interface CallTracer {
  begin(call: TracedCall): CallSpan;
}

export interface SpanCounts {
  readonly exported: number;
  readonly dropped: number;
}
