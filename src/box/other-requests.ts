/** What a box does besides calling tools, on the same path: reading resources and filling in prompts of its servers. */
import { TackleError, type ErrorCode } from "../errors.ts";
import type { CallOutcome, CallResult, JsonObject } from "../types.ts";
import type { Box, CallOptions } from "./box.ts";

export interface RequestOptions extends Pick<CallOptions, "caller" | "timeoutMs"> {
  readonly server?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Reads a resource from the server that offers it, or from the one that is named. */
export async function readResource(
  box: Pick<Box, "call">,
  uri: string,
  { server, ...options }: RequestOptions,
): Promise<JsonObject> {
  const target = server === undefined ? uri : { server, tool: uri };
  return rawOf(await box.call(target, {}, { ...given(options), kind: "resource" }));
}

/** Fills in a prompt; it is named like a tool. */
export async function getPrompt(
  box: Pick<Box, "call">,
  name: string,
  { args, server: _named, ...options }: RequestOptions & { readonly args: JsonObject },
): Promise<JsonObject> {
  return rawOf(await box.call(name, args, { ...given(options), kind: "prompt" }));
}

function given({ signal, ...options }: Omit<RequestOptions, "server">): CallOptions {
  return { ...options, ...(signal === undefined ? undefined : { signal }) };
}

const CODES: Readonly<Record<Exclude<CallOutcome, "ok">, ErrorCode>> = {
  "tool-error": "execution",
  "unknown-tool": "not-found",
  "invalid-arguments": "usage",
  denied: "policy",
  busy: "busy",
  timeout: "timeout",
  cancelled: "cancelled",
  unavailable: "connection",
  "protocol-error": "protocol",
  "input-required": "execution",
  "internal-error": "internal",
};

/** The server's own answer; throws where there is none. */
function rawOf({
  outcome,
  raw,
  error = "Nothing came back",
  hint,
  server,
  protocolError,
}: CallResult): JsonObject {
  if (outcome === "ok" && raw !== undefined) return raw;
  const code = outcome === "ok" ? "internal" : protocolError === undefined ? CODES[outcome] : "execution";
  throw new TackleError({
    code,
    message: error,
    hint,
    protocolError,
    ...(server === "" ? undefined : { server }),
  });
}
