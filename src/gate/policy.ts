/**
 * May this caller call this tool? The first of these that has an answer decides:
 *
 *   1. `allowedTools`, when given: what it does not name is denied, and no rule below can bring it back.
 *   2. The user's rules, in their order: the first that matches decides, whether it allows, asks or denies.
 *   3. The server's own `policy`: for the tool's exact name, else the strictest of the globs that match, else `*`.
 *   4. `trust: true` on the server: allow.
 *   5. The caller: persons and clients (which ask their own user) are allowed; agents ask.
 *
 * Where nobody can be asked, asking is denying. A tool's annotations are the server's own claim: `readOnlyHint` never
 * grants anything, and `destructiveHint` makes the question more urgent, no more.
 */
import type {
  Caller,
  CallerKind,
  Decision,
  PolicyRule,
  PolicySettings,
  ToolDefinition,
  ToolRef,
} from "../types.ts";
import { matchesGlob } from "../util/glob.ts";
import { howToAllow, quoteName } from "./quote-name.ts";
import { decideByServer, type ServerPolicy } from "./server-policy.ts";
import { clearlyMeans, mayMean } from "./tool-names.ts";

export interface PolicyQuestion {
  readonly ref: ToolRef;
  readonly exposedName: string;
  readonly caller: Caller;
  /** On whose behalf code runs; without it, code counts as an agent's. */
  readonly parent?: CallerKind | undefined;
  readonly definition: ToolDefinition;
  readonly server: { readonly trust: boolean; readonly policy?: ServerPolicy | undefined };
}

export interface PolicyAnswer {
  readonly decision: Decision;
  /** Why, for the person who is asked or refused. */
  readonly reason: string;
  /** How to allow it, when it is denied. */
  readonly hint?: string;
}

export function decide(question: PolicyQuestion, settings: PolicySettings): PolicyAnswer {
  const { allowedTools } = settings;
  if (allowedTools !== undefined && !allowedTools.some((name) => clearlyMeans(name, question))) {
    const hint = `Add ${quoteName(question.exposedName)} to "allowedTools" in the configuration.`;
    return { decision: "deny", reason: 'it is not in "allowedTools"', hint };
  }
  const answer =
    decideByRules(question, settings.rules) ??
    decideByServer(question.ref.tool, question.server.policy) ??
    (question.server.trust
      ? { decision: "allow", reason: "its server is trusted" }
      : decideByCaller(question));
  return answer.decision === "ask" && kindOf(question) === "unattended" ? denyUnattended(question) : answer;
}

/** Whose rights a call has: code has those of whoever runs it. */
export function kindOf({ caller, parent }: Pick<PolicyQuestion, "caller" | "parent">): CallerKind {
  return caller.kind === "code" ? (parent ?? "agent") : caller.kind;
}

function decideByRules(question: PolicyQuestion, rules: readonly PolicyRule[]): PolicyAnswer | undefined {
  const index = rules.findIndex((rule) => isAbout(rule, question));
  const rule = rules[index];
  if (rule === undefined) return undefined;
  const reason = `rule ${index + 1} of the policy says ${rule.decision}`;
  const hint = "Change that rule, or put one that allows it before it.";
  return rule.decision === "deny" ? { decision: "deny", reason, hint } : { decision: rule.decision, reason };
}

function isAbout(rule: PolicyRule, question: PolicyQuestion): boolean {
  const { ref, caller } = question;
  // A rule for agents also binds the code that an agent writes, or code would be the way round it.
  if (rule.caller !== undefined && rule.caller !== caller.kind && rule.caller !== kindOf(question))
    return false;
  if (rule.server !== undefined && !matchesGlob(rule.server, ref.server)) return false;
  if (rule.tool === undefined) return true;
  // With the server named as well, the tool's own name is meant.
  if (rule.server !== undefined && matchesGlob(rule.tool, ref.tool)) return true;
  return rule.decision === "allow" ? clearlyMeans(rule.tool, question) : mayMean(rule.tool, question);
}

function decideByCaller(question: PolicyQuestion): PolicyAnswer {
  const kind = kindOf(question);
  if (kind === "person" || kind === "client")
    return { decision: "allow", reason: `a ${kind} may call every tool` };
  return { decision: "ask", reason: describeRisk(question.definition) };
}

/** What the person who is asked should know; only claims that make the tool look worse are repeated. */
function describeRisk({ annotations }: ToolDefinition): string {
  const isObject = typeof annotations === "object" && annotations !== null;
  const says = isObject && "destructiveHint" in annotations && annotations.destructiveHint === true;
  return says ? "its server says that it can destroy data" : "its server is not trusted";
}

function denyUnattended({ ref }: PolicyQuestion): PolicyAnswer {
  return {
    decision: "deny",
    reason: "it needs a person's approval, and this run has nobody to ask",
    hint: howToAllow(ref),
  };
}
