/** One request of a client, whatever era it speaks and however it came; what the methods work on. */
import type { CallClient, Caller, Era, JsonObject } from "../../types.ts";
import { wireTextOf } from "../../util/wire-text.ts";
import type { CallTracer, RequestSpan } from "../operations/call-tracer.ts";
import type { Started } from "../started.ts";
import type { View } from "../view/view.ts";

export interface ClientRequest {
  readonly era: Era;
  readonly method: string;
  readonly params: JsonObject;
  /** What this client may see and use. */
  readonly view: View;
  readonly caller: Caller;
  /** The client itself, for questions and log messages that the request causes. */
  readonly client: CallClient;
  /** Aborts when the client gives the request up. */
  readonly signal: AbortSignal;
  /** Given when the client asked for progress. */
  readonly onProgress: ((progress: JsonObject) => void) | undefined;
  /** Whether there may be more to see soon. */
  readonly started: Started;
  /** Where requests are traced. */
  readonly tracer: CallTracer | undefined;
  /** That of this request, where it is traced. */
  readonly span?: RequestSpan;
}

/** A result that is text already, so that a list for thousands of requests is written as JSON once. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Answer = JsonObject | JsonText;

export function textOf(answer: Answer): string {
  return answer instanceof JsonText ? answer.text : (wireTextOf(answer) ?? JSON.stringify(answer));
}
