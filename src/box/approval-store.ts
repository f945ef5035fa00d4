/** The gate's approvals, kept in the store: the gate knows a yes by its key, the store by the two contents it is for. */
import { TackleError } from "../errors.ts";
import {
  approvalKey,
  createApprovals,
  type Approvals,
  type ApprovalQuestion,
  type AskPerson,
} from "../gate/approvals.ts";
import type { Approvals as StoredApprovals } from "../store/approvals.ts";

type ApprovedContent = Pick<ApprovalQuestion, "server" | "tool" | "serverFingerprint" | "toolFingerprint">;

export interface KeptApprovals extends Approvals {
  /** Says yes for always, without a question: a person typed it. */
  allow(content: ApprovedContent): void;
}

export function keepApprovals(stored: StoredApprovals, ask: AskPerson | undefined): KeptApprovals {
  const allow = ({ server, tool, serverFingerprint, toolFingerprint }: ApprovedContent): void => {
    const isKept = stored.add({
      server,
      tool,
      serverFingerprint,
      toolFingerprint,
      decidedAt: Date.now(),
      by: "person",
    });
    if (isKept) return;
    const hint = "Check that the state folder can be written: tackle doctor";
    throw new TackleError({
      code: "permission",
      message: `The approval of '${tool}' could not be kept`,
      hint,
      server,
      tool,
    });
  };
  const approvals = createApprovals({
    load: () => stored.list().map((approval) => ({ ...approval, key: approvalKey(approval) })),
    save: (_approval, question) => allow(question),
    withdraw: (key) => {
      const found = stored.list().find((approval) => approvalKey(approval) === key);
      if (found !== undefined) stored.withdraw(found);
    },
    ask,
  });
  return { ...approvals, allow };
}
