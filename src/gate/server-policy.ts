/** What a server's own entry in the configuration says about its tools: one decision for all, or one for each name. */
import type { Decision } from "../types.ts";
import { matchesGlob } from "../util/glob.ts";
import { quoteName } from "./quote-name.ts";

/** The keys are names of this server's tools, or globs of them. */
export type ServerPolicy = Decision | Readonly<Record<string, Decision>>;

export interface ServerDecision {
  readonly decision: Decision;
  readonly reason: string;
}

/**
 * The exact name first, then the strictest of the globs that match, then `*`. A map has no order, so that no first match
 * could decide; and of two globs that disagree, the safe one is right until the user says the name.
 */
export function decideByServer(tool: string, policy: ServerPolicy | undefined): ServerDecision | undefined {
  if (policy === undefined) return undefined;
  if (typeof policy === "string") return { decision: policy, reason: `its server's policy says ${policy}` };
  const key = findKey(tool, policy);
  const decision = key === undefined ? undefined : policy[key];
  if (key === undefined || decision === undefined) return undefined;
  return { decision, reason: `its server's policy says ${decision} for ${quoteName(key)}` };
}

/** What it says of everything that the server offers, tools or not: the keys besides `*` are names of tools. */
export function decideForAll(policy: ServerPolicy | undefined): ServerDecision | undefined {
  if (policy === undefined || typeof policy === "string") return decideByServer("*", policy);
  const all = Object.hasOwn(policy, "*") ? policy["*"] : undefined;
  return all === undefined ? undefined : decideByServer("*", { "*": all });
}

const STRICTNESS: readonly Decision[] = ["deny", "ask", "allow"];

function findKey(tool: string, policy: Readonly<Record<string, Decision>>): string | undefined {
  if (Object.hasOwn(policy, tool)) return tool;
  const globs = Object.keys(policy).filter((key) => key !== "*" && matchesGlob(key, tool));
  globs.sort((a, b) => strictnessOf(policy[a]) - strictnessOf(policy[b]));
  return globs[0] ?? (Object.hasOwn(policy, "*") ? "*" : undefined);
}

function strictnessOf(decision: Decision | undefined): number {
  return decision === undefined ? STRICTNESS.length : STRICTNESS.indexOf(decision);
}
