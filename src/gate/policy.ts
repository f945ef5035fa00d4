/**
 * May this caller call this tool, read this resource, use this prompt? The first of these that has an answer decides:
 *
 *   1. `allowedTools`, when given: what it does not name is denied, and no rule below can bring it back.
 *   2. The user's rules, in their order: the first that matches decides, whether it allows, asks or denies.
 *   3. The server's own `policy`: for the tool's exact name, else the strictest of the globs that match, else `*`, which
 *      alone is about resources and prompts, too.
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
  PolicySubject,
  ToolDefinition,
  ToolRef,
} from "../types.ts";
import { matchesGlob } from "../util/glob.ts";
import { allowBeforeRule, allowByName, allowForCaller, allowOnServer } from "./how-to-allow.ts";
import { clearlyMeansResource, mayMeanResource, readingsOf } from "./resource-names.ts";
import { decideByServer, decideForAll, type ServerPolicy } from "./server-policy.ts";
import { clearlyMeans, mayMean } from "./tool-names.ts";

export interface PolicyQuestion {
  /** With the address in place of a name where it is a resource. */
  readonly ref: ToolRef;
  /** A tool where nothing is said. */
  readonly subject?: PolicySubject | undefined;
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
  /** How to allow it, when it is denied, or nobody can be asked. */
  readonly hint?: string;
}

export function decide(question: PolicyQuestion, settings: PolicySettings): PolicyAnswer {
  const { allowedTools, places } = settings;
  if (allowedTools !== undefined && !allowedTools.some((name) => isNamed(name, question))) {
    const hint = allowByName(question.exposedName, places);
    return { decision: "deny", reason: 'it is not in "allowedTools"', hint };
  }
  const answer =
    decideByRules(question, settings) ?? decideByOwn(question, places) ?? decideByCaller(question, places);
  return answer.decision === "ask" && kindOf(question) === "unattended" ? denyUnattended(answer) : answer;
}

/** Whose rights a call has: code has those of whoever runs it. */
export function kindOf({ caller, parent }: Pick<PolicyQuestion, "caller" | "parent">): CallerKind {
  return caller.kind === "code" ? (parent ?? "agent") : caller.kind;
}

/** An address is no name: it has to be meant in every way in which it can be read. */
function isNamed(pattern: string, question: PolicyQuestion): boolean {
  if (question.subject !== "resource" || pattern === question.exposedName)
    return clearlyMeans(pattern, question);
  const { server, tool } = question.ref;
  return readingsOf(tool).every((uri) =>
    clearlyMeans(pattern, { ref: { server, tool: uri }, exposedName: exposedNameOf({ server, tool: uri }) }),
  );
}

/** A resource has no name of its own; by this one it can be named like a tool. */
export function exposedNameOf({ server, tool }: ToolRef): string {
  return `mcp__${server}__${tool}`;
}

function decideByRules(
  question: PolicyQuestion,
  { rules, places }: Pick<PolicySettings, "rules" | "places">,
): PolicyAnswer | undefined {
  const index = rules.findIndex((rule) => isAbout(rule, question));
  const rule = rules[index];
  if (rule === undefined) return undefined;
  const { decision } = rule;
  const reason = `rule ${index + 1} of the policy says ${decision}`;
  return decision === "allow"
    ? { decision, reason }
    : { decision, reason, hint: allowBeforeRule(question, index, places) };
}

/** What the server's own entry says. */
function decideByOwn(question: PolicyQuestion, places: PolicySettings["places"]): PolicyAnswer | undefined {
  const { ref, subject = "tool", server } = question;
  const own = subject === "tool" ? decideByServer(ref.tool, server.policy) : decideForAll(server.policy);
  if (own === undefined)
    return server.trust ? { decision: "allow", reason: "its server is trusted" } : undefined;
  return own.decision === "allow" ? own : { ...own, hint: allowOnServer(question, places) };
}

function isAbout(rule: PolicyRule, question: PolicyQuestion): boolean {
  const { ref, caller } = question;
  // A rule for agents also binds the code that an agent writes, or code would be the way round it.
  if (rule.caller !== undefined && rule.caller !== caller.kind && rule.caller !== kindOf(question))
    return false;
  if (rule.server !== undefined && !matchesGlob(rule.server, ref.server)) return false;
  if (rule.tool === undefined && rule.resource === undefined && rule.prompt === undefined) return true;
  const glob = rule[question.subject ?? "tool"];
  if (glob === undefined) return false;
  const isGrant = rule.decision === "allow";
  if (question.subject === "resource")
    return isGrant ? clearlyMeansResource(glob, ref.tool) : mayMeanResource(glob, ref.tool);
  // With the server named as well, the own name of the tool or prompt is meant.
  if (rule.server !== undefined && matchesGlob(glob, ref.tool)) return true;
  return isGrant ? clearlyMeans(glob, question) : mayMean(glob, question);
}

function decideByCaller(question: PolicyQuestion, places: PolicySettings["places"]): PolicyAnswer {
  const kind = kindOf(question);
  if (kind === "person" || kind === "client")
    return { decision: "allow", reason: `a ${kind} may call every tool` };
  const reason = describeRisk(question.definition);
  return { decision: "ask", reason, hint: allowForCaller(question, places) };
}

/** What the person who is asked should know; only claims that make the tool look worse are repeated. */
function describeRisk({ annotations }: ToolDefinition): string {
  const isObject = typeof annotations === "object" && annotations !== null;
  const says = isObject && "destructiveHint" in annotations && annotations.destructiveHint === true;
  return says ? "its server says that it can destroy data" : "its server is not trusted";
}

function denyUnattended({ reason, hint }: PolicyAnswer): PolicyAnswer {
  return {
    decision: "deny",
    reason: `it needs a person's approval (${reason}), and this run has nobody to ask`,
    ...(hint === undefined ? undefined : { hint }),
  };
}
