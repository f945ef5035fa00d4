/** What a box does besides calling tools, on the same path: reading resources and filling in prompts of its servers. */
import { codeOf } from "../calls/outcome-of.ts";
import { TackleError } from "../errors.ts";
import type { CallResult, JsonObject } from "../types.ts";
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
  const code = outcome === "ok" || protocolError === undefined ? codeOf(outcome) : "execution";
  throw new TackleError({
    code,
    message: error,
    hint,
    protocolError,
    ...(server === "" ? undefined : { server }),
  });
}
