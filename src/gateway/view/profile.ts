/** What an endpoint shows of the box: which servers and tools, under which names, and in which form. */
import type { NamingStrategy, Profile } from "../../types.ts";

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
    resources: undefined,
    prompts: undefined,
    naming: "own",
    expose: "direct",
  };
}
