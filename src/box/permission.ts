/** May this call be made? Asks the gate in its order (drift, policy, a person) and turns a no into an error with a way out. */
import { TackleError } from "../errors.ts";
import { describeDenied, describeNotApproved } from "../gate/deny-text.ts";
import { decideDrift, type DriftAnswer } from "../gate/drift.ts";
import type { Approvals } from "../gate/approvals.ts";
import { decide, exposedNameOf, kindOf, type PolicyAnswer } from "../gate/policy.ts";
import type { CallableTool, PermitQuestion } from "../calls/calls.ts";
import type { Caller, CallerKind, PolicySettings, ServerDefinition, ToolRef } from "../types.ts";

export interface PermissionParts {
  settings(): PolicySettings;
  definitionOf(server: string): ServerDefinition;
  /** The fingerprint under which the tool was pinned; undefined when it was not. */
  pinnedFingerprint(server: string, tool: string): string | undefined;
  /** Reads pins again: another process may have accepted what changed. */
  refreshPins(server: string): void;
  isHeld(ref: ToolRef): boolean;
  serverFingerprint(server: string): string;
  readonly approvals: Approvals;
  /** Whether there is anybody to ask. */
  readonly canAsk: boolean;
  summarise(args: unknown): string;
}

/** Throws when the call may not be made; waits for a person where one must be asked. */
export function permit(question: PermitQuestion, parts: PermissionParts): void | Promise<void> {
  const { tool, caller } = question;
  const ref = { server: tool.server, tool: tool.tool };
  let drift = driftOf(tool, parts);
  if (drift.decision === "deny") {
    parts.refreshPins(ref.server);
    drift = driftOf(tool, parts);
  }
  if (drift.decision === "deny") throw refusal(question, drift);

  const answer = decideFor(tool, caller, parts);
  if (answer.decision === "deny") throw refusal(question, answer);
  if (answer.decision !== "ask") return;
  // It comes with every key that a person types; nobody can be asked as often.
  if (tool.other?.kind === "completion") throw notApproved(tool, unasked(answer));
  return ask(question, answer, parts);
}

function unasked({ reason, hint }: PolicyAnswer): Refused {
  const why = `to complete its arguments would need a person's approval (${reason})`;
  return { reason: why, ...(hint === undefined ? undefined : { hint }) };
}

/** A client must not find out by asking which tools it may not use, so that is decided before its arguments are read. */
export function hideFromClients({ tool, caller, named }: NamedCall, parts: PermissionParts): void {
  if (rightsOf(caller) !== "client") return;
  const drift = driftOf(tool, parts);
  if (drift.decision === "deny") throw refusal({ tool, caller }, drift, nameGiven(named));
  const answer = decideFor(tool, caller, parts);
  const isRefused = answer.decision === "deny" || (answer.decision === "ask" && !parts.canAsk);
  if (isRefused) throw refusal({ tool, caller }, answer, nameGiven(named));
}

/** Whether a caller is shown a tool at all; what a client may not call, it does not see. */
export function isVisible(tool: CallableTool, caller: Caller, parts: PermissionParts): boolean {
  try {
    hideFromClients({ tool, caller, named: tool.name }, parts);
    return true;
  } catch (error) {
    if (error instanceof TackleError) return false;
    throw error;
  }
}

/** A call with the tool as the caller named it; the answer must not correct that. */
interface NamedCall {
  readonly tool: CallableTool;
  readonly caller: Caller;
  readonly named: string | ToolRef;
}

/** The words with which a caller named a tool. */
export function nameGiven(tool: string | ToolRef): string {
  return typeof tool === "string" ? tool : `${tool.server}::${tool.tool}`;
}

/** Code has the rights of whoever runs it. */
function rightsOf(caller: Caller): CallerKind {
  return kindOf({ caller, parent: caller.onBehalfOf });
}

function decideFor(tool: CallableTool, caller: Caller, parts: PermissionParts): PolicyAnswer {
  const { server, tool: name, definition, other } = tool;
  const { trust, policy } = parts.definitionOf(server);
  const ref = { server, tool: name };
  return decide(
    {
      ref,
      subject: other?.subject,
      exposedName: other?.subject === "resource" ? exposedNameOf(ref) : tool.name,
      caller,
      parent: caller.onBehalfOf,
      definition,
      server: { trust, policy },
    },
    parts.settings(),
  );
}

function driftOf(callable: CallableTool, parts: PermissionParts): DriftAnswer {
  if (callable.other !== undefined) return { decision: "allow" }; // only tools are pinned
  const { server, tool, fingerprint } = callable;
  const ref = { server, tool };
  // A tool that came back under a new name has no pin of its own; the catalog knows it all the same.
  const pinned = parts.pinnedFingerprint(server, tool) ?? (parts.isHeld(ref) ? "another name" : undefined);
  return decideDrift({ ref, pinned, current: fingerprint }, parts.settings());
}

async function ask(question: PermitQuestion, answer: PolicyAnswer, parts: PermissionParts): Promise<void> {
  question.onApproval?.(true);
  try {
    await askPerson(question, answer, parts);
  } finally {
    question.onApproval?.(false);
  }
}

async function askPerson(
  question: PermitQuestion,
  answer: PolicyAnswer,
  parts: PermissionParts,
): Promise<void> {
  const { id, tool, caller, client } = question;
  const { description } = tool.definition;
  const subject = tool.other?.subject;
  const approval = await parts.approvals.approve(
    {
      id,
      server: tool.server,
      tool: tool.tool,
      subject,
      exposedName: tool.name,
      caller,
      argumentsSummary: parts.summarise(question.arguments),
      reason: answer.reason,
      howToAllow: answer.hint,
      description: typeof description === "string" ? description : undefined,
      serverFingerprint: parts.serverFingerprint(tool.server),
      toolFingerprint: tool.fingerprint,
      client,
    },
    question.signal(),
  );
  if (approval.approved) return;
  throw notApproved(tool, approval);
}

interface Refused {
  readonly reason: string;
  readonly hint?: string;
}

/** For what the caller sees: that a person has to approve it is no secret. */
function notApproved(tool: CallableTool, why: Refused): TackleError {
  const { message, hint } = describeNotApproved({ name: tool.name, subject: tool.other?.subject }, why);
  return new TackleError({ code: "policy", message, hint, server: tool.server, tool: tool.tool });
}

function refusal(
  { tool, caller }: Pick<PermitQuestion, "tool" | "caller">,
  why: Refused,
  name = tool.name,
): TackleError {
  const { outcome, message, hint } = describeDenied(
    { name, kind: rightsOf(caller), subject: tool.other?.subject },
    why,
  );
  const code = outcome === "denied" ? "policy" : "not-found";
  return new TackleError({ code, message, hint, server: tool.server, tool: tool.tool });
}
