/** The SDK's context of one request → what a tool's function gets. Sends nothing after the call is over. */
import type { ServerContext } from "@modelcontextprotocol/server";
import type { ToolContext } from "./tool.ts";

export interface CallContext {
  readonly context: ToolContext;
  /** The call is over: what the function still says is said to nobody. */
  readonly end: () => void;
}

export function callContext({ mcpReq }: ServerContext, server: string): CallContext {
  const { signal, _meta } = mcpReq;
  const progressToken = _meta?.progressToken;
  const session = _meta?.["tacklebox/session"];
  const call = _meta?.["tacklebox/call"];
  let isOver = false;
  const send = (message: () => Promise<void>): void => {
    if (isOver || signal.aborted) return;
    message().catch(() => undefined); // the caller is gone, and `signal` says so
  };
  return {
    end: () => {
      isOver = true;
    },
    context: {
      signal,
      session: typeof session === "string" ? session : undefined,
      call: typeof call === "string" ? call : undefined,
      progress: (progress, total, message) => {
        if (progressToken === undefined) return; // nobody asked
        const known = Object.entries({ total, message }).filter(([, value]) => value !== undefined);
        const params = { progressToken, progress, ...Object.fromEntries(known) };
        send(() => mcpReq.notify({ method: "notifications/progress", params }));
      },
      log: (data, level = "info") => send(() => mcpReq.log(level, data, server)),
    },
  };
}
