/** What a box does besides calling tools: reading resources and filling in prompts of its servers. */
import { TackleError } from "../errors.ts";
import type { JsonObject, ServerDefinition } from "../types.ts";
import type { Snapshot } from "../catalog/snapshot.ts";
import type { Server } from "../upstream/server.ts";

export interface RequestParts {
  catalog(): Snapshot;
  upstream(name: string): Server;
}

export interface RequestOptions {
  readonly server?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Reads a resource from the server that offers it, or from the one that is named. */
export async function readResource(
  uri: string,
  options: RequestOptions,
  parts: RequestParts,
): Promise<JsonObject> {
  const owner = options.server ?? ownerOf(uri, parts.catalog());
  return asObject(await send(parts.upstream(owner), "resources/read", { uri }, options), owner);
}

/** Fills in a prompt; it is named like a tool. */
export async function getPrompt(
  name: string,
  { args, ...options }: RequestOptions & { readonly args: JsonObject },
  parts: RequestParts,
): Promise<JsonObject> {
  const found = parts.catalog().prompt(name);
  if (found.kind !== "found") {
    const names = (found.kind === "ambiguous" ? found.candidates : found.nearest).map(
      (prompt) => prompt.name,
    );
    const hint =
      names.length > 0 ? `Did you mean ${names.slice(0, 3).join(" or ")}?` : "'tackle prompts' lists them.";
    throw new TackleError({ code: "not-found", message: `There is no single prompt '${name}'`, hint });
  }
  const { server, prompt } = found.ref;
  return asObject(
    await send(parts.upstream(server), "prompts/get", { name: prompt, arguments: args }, options),
    server,
  );
}

/** The one server that lists this URI, or whose templates alone begin like it. */
function ownerOf(uri: string, { resources, resourceTemplates }: Snapshot): string {
  const exact = resources.filter((resource) => resource.uri === uri).map(({ server }) => server);
  const similar = resourceTemplates
    .filter(({ uriTemplate }) => uri.startsWith(uriTemplate.split("{")[0] ?? uriTemplate))
    .map(({ server }) => server);
  const owners = [...new Set(exact.length > 0 ? exact : similar)];
  const [owner] = owners;
  if (owner !== undefined && owners.length === 1) return owner;
  const message =
    owner === undefined
      ? `No server offers the resource '${uri}'`
      : `Several servers offer '${uri}': ${owners.join(", ")}`;
  throw new TackleError({ code: "not-found", message, hint: "Name the server: --server NAME" });
}

function send(
  server: Server,
  method: string,
  params: JsonObject,
  { signal }: RequestOptions,
): Promise<unknown> {
  const { timeout }: ServerDefinition = server.definition;
  return server.send(method, params, {
    timeoutMs: timeout,
    ...(signal === undefined ? undefined : { signal }),
  });
}

function asObject(value: unknown, server: string): JsonObject {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw new TackleError({
    code: "protocol",
    message: `Server '${server}' gave an answer that is no object`,
    server,
  });
}
