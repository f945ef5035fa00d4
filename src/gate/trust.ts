/**
 * May this server start? A server that a project's file defines may not, until a person has approved that exact
 * definition: it is keyed by content, so that a changed command asks again and a renamed one does not.
 */
import type { ApprovalSubject, Scope } from "../types.ts";
import { canonicalJson } from "../util/canonical-json.ts";

export interface TrustQuestion {
  readonly scope: Scope;
  readonly subject: ApprovalSubject;
}

export interface TrustRules {
  /** Fingerprints that a person approved. */
  readonly approved: ReadonlySet<string>;
  /** The person said on the command line that this run may start the project's servers. */
  readonly trustProject: boolean;
}

export function mayStart(question: TrustQuestion, rules: TrustRules): boolean {
  if (question.scope !== "project") return true;
  return rules.trustProject || rules.approved.has(fingerprint(question.subject));
}

/** The content of a definition as one short value. */
export function fingerprint(subject: ApprovalSubject): string {
  // Loaded here because most commands never need a hash, and loading it costs a fifth of a short command's time.
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256").update(canonicalJson(subject)).digest("hex");
}
