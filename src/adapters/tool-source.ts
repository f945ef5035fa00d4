/** Where the adapters get their tools from: a box, or anything else that can list tools and call them. */
import type { CallResult, JsonObject } from "../types.ts";

export interface SourceTool {
  /** Fit for every provider: it matches `^[a-zA-Z0-9_-]{1,64}$`. */
  readonly name: string;
  readonly description: string | undefined;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
}

export interface ToolSource {
  tools(): readonly SourceTool[];
  /** A failure of the tool is a result too. */
  call(name: string, args: JsonObject, options?: CallOptions): Promise<CallResult>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}
