/**
 * May a tool be called that is not any more what was approved? A server can change a description or a schema after a
 * person looked at it; by setting, that is said with the result, or holds the tool until somebody looked again.
 */
import type { PolicySettings, ToolRef } from "../types.ts";
import { quoteName } from "./quote-name.ts";

export interface DriftQuestion {
  readonly ref: ToolRef;
  /** The fingerprint of the definition that was approved; undefined when none is pinned yet. */
  readonly pinned: string | undefined;
  readonly current: string;
}

export type DriftAnswer =
  | { readonly decision: "allow"; readonly remark?: string }
  | { readonly decision: "deny"; readonly reason: string; readonly hint: string };

export function decideDrift(question: DriftQuestion, { drift }: Pick<PolicySettings, "drift">): DriftAnswer {
  const { ref, pinned, current } = question;
  if (pinned === undefined || pinned === current) return { decision: "allow" };
  const what = `the definition of tool ${quoteName(ref.tool)} on server ${quoteName(ref.server)} changed after it was approved`;
  if (drift === "flag") return { decision: "allow", remark: what };
  return { decision: "deny", reason: what, hint: `See what changed and approve it: ${approveCommand(ref)}` };
}

/** Only plain names are put into a command: what a server chose must not reach a shell by copy and paste. */
function approveCommand({ server }: ToolRef): string {
  return PLAIN.test(server)
    ? `tackle pins diff ${server}, then tackle pins approve ${server}`
    : "tackle pins";
}

const PLAIN = /^[A-Za-z0-9_][A-Za-z0-9_.:/@-]{0,200}$/;
