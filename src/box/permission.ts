/** May this call be made? Asks the gate in its order (drift, policy, a person) and turns a no into an error with a way out. */
import { TackleError } from "../errors.ts";
import { describeDenied } from "../gate/deny-text.ts";
import { decideDrift } from "../gate/drift.ts";
import type { Approvals } from "../gate/approvals.ts";
import { decide, kindOf } from "../gate/policy.ts";
import type { PermitQuestion } from "../calls/calls.ts";
import type { PolicySettings, ServerDefinition } from "../types.ts";

export interface PermissionParts {
  settings(): PolicySettings;
  definitionOf(server: string): ServerDefinition;
  /** The fingerprint under which the tool was pinned; undefined when it was not. */
  pinnedFingerprint(server: string, tool: string): string | undefined;
  serverFingerprint(server: string): string;
  readonly approvals: Approvals;
  summarise(args: unknown): string;
}

/** Throws when the call may not be made; waits for a person where one must be asked. */
export function permit(question: PermitQuestion, parts: PermissionParts): void | Promise<void> {
  const { tool, caller } = question;
  const ref = { server: tool.server, tool: tool.tool };
  const settings = parts.settings();
  const pinned = parts.pinnedFingerprint(ref.server, ref.tool);
  const drift = decideDrift({ ref, pinned, current: tool.fingerprint }, settings);
  if (drift.decision === "deny") throw refusal(question, drift);

  const { trust, policy } = parts.definitionOf(ref.server);
  const answer = decide(
    { ref, exposedName: tool.name, caller, definition: tool.definition, server: { trust, policy } },
    settings,
  );
  if (answer.decision === "deny") throw refusal(question, answer);
  if (answer.decision === "ask") return ask(question, answer.reason, parts);
}

async function ask(question: PermitQuestion, reason: string, parts: PermissionParts): Promise<void> {
  const { id, tool, caller, signal } = question;
  const { description } = tool.definition;
  const approval = await parts.approvals.approve(
    {
      id,
      server: tool.server,
      tool: tool.tool,
      exposedName: tool.name,
      caller,
      argumentsSummary: parts.summarise(question.arguments),
      reason,
      description: typeof description === "string" ? description : undefined,
      serverFingerprint: parts.serverFingerprint(tool.server),
      toolFingerprint: tool.fingerprint,
    },
    signal,
  );
  if (!approval.approved) throw refusal(question, approval);
}

function refusal({ tool, caller }: PermitQuestion, why: { reason: string; hint?: string }): TackleError {
  const { outcome, message, hint } = describeDenied({ name: tool.name, kind: kindOf({ caller }) }, why);
  const code = outcome === "denied" ? "policy" : "not-found";
  return new TackleError({ code, message, hint, server: tool.server, tool: tool.tool });
}
