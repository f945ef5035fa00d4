/** A server that a setting names, with the place of the name: whether there is such a server, only all sources together say. */
import type { Position } from "./formats/node.ts";

export interface ServerMention {
  /** A name, or in a profile or a rule also a glob. */
  readonly pattern: string;
  readonly at: Position;
  /** `profiles.work.servers[0]`, `policy[2].server`. */
  readonly field: string;
}

const PLACES = /^(?:(profiles)\..+\.servers\[\d+\]|(policy)\[\d+\]\.server)$/;

/** The setting that the field is a part of, when it names a server. */
export function settingThatMentions(field: string): "profiles" | "policy" | undefined {
  const [, profiles, policy] = PLACES.exec(field) ?? [];
  if (profiles !== undefined) return "profiles";
  return policy === undefined ? undefined : "policy";
}
