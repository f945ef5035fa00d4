/** What an endpoint shows of the box: which servers and tools, under which names, and in which form. */
import type { NamingStrategy, Profile } from "../../types.ts";
import { matchesGlob } from "../../util/glob.ts";

/** An endpoint's profile; that of a single server shows it under its own names. */
export interface EndpointProfile extends Omit<Profile, "naming"> {
  readonly name: string;
  readonly naming: NamingStrategy | "own" | undefined;
}

export const DEFAULT_PROFILE = "default";

export function profileOfServer(server: string): EndpointProfile {
  return {
    name: server,
    description: undefined,
    servers: [server],
    tools: undefined,
    excludeTools: [],
    naming: "own",
    expose: "direct",
  };
}

export function showsServer({ servers, naming }: EndpointProfile, server: string): boolean {
  if (naming === "own") return servers?.[0] === server;
  return servers === undefined || servers.some((glob) => matchesGlob(glob, server));
}

/** By the tool's name in the catalog, or as its server calls it. */
export function showsTool(
  { tools, excludeTools }: EndpointProfile,
  { name, tool }: { readonly name: string; readonly tool: string },
): boolean {
  const isNamed = (globs: readonly string[]): boolean =>
    globs.some((glob) => matchesGlob(glob, name) || matchesGlob(glob, tool));
  return (tools === undefined || isNamed(tools)) && !isNamed(excludeTools);
}
