/**
 * What a refused caller is told. To a remote client a denied tool is an unknown one, in the same words, so that nobody
 * can find out by asking which tools exist; everybody else, and a client whose call a person had to approve, gets the reason
 * and what to do about it.
 */
import type { CallerKind, PolicySubject, ToolRef } from "../types.ts";
import { quoteName } from "./quote-name.ts";

const VERBS = {
  tool: { what: "Tool", verb: "call", done: "called" },
  resource: { what: "Resource", verb: "read", done: "read" },
  prompt: { what: "Prompt", verb: "use", done: "used" },
} as const;

/** What is to be done with what, for the person who is asked. */
export function askedFor({
  server,
  tool,
  subject = "tool",
}: ToolRef & { readonly subject?: PolicySubject | undefined }): {
  readonly thing: string;
  readonly verb: string;
  readonly done: string;
} {
  return { thing: `the ${subject} ${quoteName(tool)} of the server ${quoteName(server)}`, ...VERBS[subject] };
}

export interface Refusal {
  readonly outcome: "unknown-tool" | "denied";
  readonly message: string;
  readonly hint: string | undefined;
}

export interface RefusedCall {
  /** The tool's name as the caller gave it. */
  readonly name: string;
  readonly subject?: PolicySubject | undefined;
  /** Whose rights the call has: `kindOf` of the policy. */
  readonly kind: CallerKind;
}

export function describeDenied(
  call: RefusedCall,
  why: { readonly reason: string; readonly hint?: string },
): Refusal {
  return call.kind === "client" ? describeUnknown(call, []) : describeNotApproved(call, why);
}

/** For a tool that the caller sees and nobody approved: to say so tells it nothing new. */
export function describeNotApproved(
  { name, subject = "tool" }: Pick<RefusedCall, "name" | "subject">,
  { reason, hint }: { readonly reason: string; readonly hint?: string },
): Refusal {
  const { what, done } = VERBS[subject];
  const message = `${what} ${quoteName(name)} may not be ${done}: ${reason}`;
  return { outcome: "denied", message, hint };
}

/** `similar` are names that the caller may see; a client gets none, because a denied tool has none either. */
export function describeUnknown(
  { name, kind, subject = "tool" }: RefusedCall,
  similar: readonly string[],
): Refusal {
  const suggestions = kind === "client" ? [] : similar;
  const hint =
    suggestions.length > 0 ? `Did you mean ${suggestions.map(quoteName).join(" or ")}?` : undefined;
  return { outcome: "unknown-tool", message: `There is no ${subject} ${quoteName(name)}`, hint };
}
