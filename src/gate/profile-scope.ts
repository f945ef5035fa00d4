/** What a profile shows. What it does not show cannot be called there either, so this is a decision and no matter of taste. */
import type { NamingStrategy, Profile } from "../types.ts";
import { matchesAny, matchesGlob } from "../util/glob.ts";
import { clearlyMeansResource } from "./resource-names.ts";

export interface ServerScope extends Pick<Profile, "servers"> {
  /** "own" is that of one server alone, which is named and not matched: a name may look like a glob. */
  readonly naming: NamingStrategy | "own" | undefined;
}

export function showsServer({ servers, naming }: ServerScope, server: string): boolean {
  if (naming === "own") return servers?.[0] === server;
  return servers === undefined || servers.some((glob) => matchesGlob(glob, server));
}

/** By the tool's name in the catalog, or as its server calls it. */
export function showsTool(
  { tools, excludeTools }: Pick<Profile, "tools" | "excludeTools">,
  { name, tool }: { readonly name: string; readonly tool: string },
): boolean {
  const isNamed = (globs: readonly string[]): boolean =>
    globs.some((glob) => matchesGlob(glob, name) || matchesGlob(glob, tool));
  return (tools === undefined || isNamed(tools)) && !isNamed(excludeTools);
}

type ItemScope = Pick<Profile, "tools" | "resources" | "prompts">;

/** By its name in the catalog, or as its server calls it. Who names tools means those alone, so prompts must be named too. */
export function showsPrompt(
  { tools, prompts }: ItemScope,
  { name, prompt }: { readonly name: string; readonly prompt: string },
): boolean {
  if (prompts === undefined) return tools === undefined;
  return matchesAny(prompts, name) || matchesAny(prompts, prompt);
}

/** A resource by its address, in every way that a server may read it; a template by how it is written. */
export function showsResource({ tools, resources }: ItemScope, address: string): boolean {
  if (resources === undefined) return tools === undefined;
  return resources.some((glob) => clearlyMeansResource(glob, address));
}
