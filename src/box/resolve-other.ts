/** What is meant by the address of a resource or the name of a prompt, as something that can be called. */
import type { CallableTool, OtherKind } from "../calls/callable-tool.ts";
import { asCallable } from "../calls/other-kinds.ts";
import type { Snapshot } from "../catalog/snapshot.ts";
import { TackleError } from "../errors.ts";
import type { CallRequest, ToolRef } from "../types.ts";
import { isObject } from "../util/is-object.ts";

/** Throws `not-found` where nobody offers it, or nobody alone. */
export function resolveOther(
  { tool, arguments: args }: CallRequest,
  kind: OtherKind,
  catalog: Snapshot,
): CallableTool {
  switch (kind) {
    case "resource": {
      const ref = typeof tool === "string" ? { server: ownerOf(tool, catalog), tool } : tool;
      return asCallable({ kind, ...ref, name: ref.tool, subject: "resource" });
    }
    case "prompt":
      return asCallable({ kind, ...promptNamed(tool, catalog), subject: "prompt" });
    case "completion": {
      const isOfPrompt = isObject(args["ref"]) && args["ref"]["type"] === "ref/prompt";
      if (isOfPrompt) return asCallable({ kind, ...promptNamed(tool, catalog), subject: "prompt" });
      const ref = typeof tool === "string" ? { server: ownerOf(tool, catalog), tool } : tool;
      return asCallable({ kind, ...ref, name: ref.tool, subject: "resource" });
    }
  }
}

function promptNamed(prompt: string | ToolRef, catalog: Snapshot): ToolRef & { readonly name: string } {
  if (typeof prompt !== "string") {
    const { server, tool } = prompt;
    const known = catalog.prompts.find((one) => one.server === server && one.prompt === tool);
    return { server, tool, name: known?.name ?? `${server}::${tool}` };
  }
  const found = catalog.prompt(prompt);
  if (found.kind === "found") {
    const { server, prompt: tool, name } = found.ref;
    return { server, tool, name };
  }
  const names = (found.kind === "ambiguous" ? found.candidates : found.nearest).map(({ name }) => name);
  const hint =
    names.length > 0 ? `Did you mean ${names.slice(0, 3).join(" or ")}?` : "'tackle prompts' lists them.";
  throw new TackleError({ code: "not-found", message: `There is no single prompt '${prompt}'`, hint });
}

/** The one server that lists this URI, or whose templates alone begin like it. */
function ownerOf(uri: string, catalog: Snapshot): string {
  const owners = ownersOf(uri, catalog);
  const [owner] = owners;
  if (owner !== undefined && owners.length === 1) return owner;
  const message =
    owner === undefined
      ? `No server offers the resource '${uri}'`
      : `Several servers offer '${uri}': ${owners.join(", ")}`;
  throw new TackleError({ code: "not-found", message, hint: "Name the server: --server NAME" });
}

/** The servers that list this URI, else those that have a template which begins like it. */
export function ownersOf(uri: string, { resources, resourceTemplates }: Snapshot): readonly string[] {
  const exact = resources.filter((resource) => resource.uri === uri).map(({ server }) => server);
  const similar = resourceTemplates
    .filter(({ uriTemplate }) => uri.startsWith(uriTemplate.split("{")[0] ?? uriTemplate))
    .map(({ server }) => server);
  return [...new Set(exact.length > 0 ? exact : similar)];
}
