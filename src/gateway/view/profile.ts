/** What an endpoint shows of the box: which servers and tools, under which names, and in which form. */
import { PLAIN_PROFILE } from "../../config/validate/read-profiles.ts";
import type { NamingStrategy, Profile } from "../../types.ts";

/** An endpoint's profile; that of a single server shows it under its own names. */
export interface EndpointProfile extends Omit<Profile, "naming"> {
  readonly name: string;
  readonly naming: NamingStrategy | "own" | undefined;
}

export const DEFAULT_PROFILE = "default";

export function profileOfServer(server: string): EndpointProfile {
  return { ...PLAIN_PROFILE, name: server, servers: [server], naming: "own" };
}
