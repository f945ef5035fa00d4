/** The gate's approvals, kept in the store: the gate knows a yes by its key, the store by the two contents it is for. */
import {
  approvalKey,
  createApprovals,
  type Approvals,
  type ApprovalQuestion,
  type AskPerson,
} from "../gate/approvals.ts";
import type { Approvals as StoredApprovals } from "../store/approvals.ts";

export interface KeptApprovals extends Approvals {
  /** Says yes for always, without a question: a person typed it. */
  allow(question: Pick<ApprovalQuestion, "server" | "tool" | "serverFingerprint" | "toolFingerprint">): void;
}

export function keepApprovals(stored: StoredApprovals, ask: AskPerson | undefined): KeptApprovals {
  /** Questions that were put, by the key that their answer will have. */
  const asked = new Map<string, ApprovalQuestion>();
  const allow: KeptApprovals["allow"] = ({ server, tool, serverFingerprint, toolFingerprint }) => {
    stored.add({ server, tool, serverFingerprint, toolFingerprint, decidedAt: Date.now(), by: "person" });
  };
  const approvals = createApprovals({
    load: () => stored.list().map((approval) => ({ ...approval, key: approvalKey(approval) })),
    save: ({ key }) => {
      const question = asked.get(key);
      if (question !== undefined) allow(question);
    },
    withdraw: (key) => {
      const found = stored.list().find((approval) => approvalKey(approval) === key);
      if (found !== undefined) stored.withdraw(found);
    },
    ask,
  });
  return {
    ...approvals,
    allow,
    async approve(question, signal) {
      const key = approvalKey(question);
      asked.set(key, question);
      try {
        return await approvals.approve(question, signal);
      } finally {
        asked.delete(key);
      }
    },
  };
}
