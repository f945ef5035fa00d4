import { describe, expect, it } from "vitest";
import { TackleError } from "../errors.ts";
import type { CallClient } from "../types.ts";
import {
  approvalKey,
  createApprovals,
  type Answer,
  type ApprovalQuestion,
  type StoredApproval,
} from "./approvals.ts";

function question(change: Partial<ApprovalQuestion> = {}): ApprovalQuestion {
  return {
    id: "q",
    server: "mail",
    tool: "send",
    exposedName: "mcp__mail__send",
    caller: { kind: "agent", name: "a", session: "s1" },
    argumentsSummary: "{}",
    reason: "its server is not trusted",
    description: undefined,
    serverFingerprint: "server-1",
    toolFingerprint: "tool-1",
    ...change,
  };
}

/** A person who answers when told to, and a store in memory. */
function createDesk(options: { readonly deadlineMs?: number; readonly saveFails?: boolean } = {}) {
  const stored: StoredApproval[] = [];
  const asked: {
    question: ApprovalQuestion;
    signal: AbortSignal;
    answer: (answer: Answer) => void;
    fail: (error: Error) => void;
  }[] = [];
  let wake = Promise.withResolvers<void>();
  const approvals = createApprovals({
    load: async () => [...stored],
    save(approval) {
      if (options.saveFails === true) throw new Error("disk full");
      stored.push(approval);
    },
    withdraw(key) {
      stored.splice(0, stored.length, ...stored.filter((approval) => approval.key !== key));
    },
    ask(given, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      asked.push({ question: given, signal, answer: resolve, fail: reject });
      wake.resolve();
      wake = Promise.withResolvers();
      return promise;
    },
    deadlineMs: options.deadlineMs ?? 10_000,
  });
  /** The question number `index`, as soon as it was asked. */
  async function nth(index: number) {
    for (;;) {
      const found = asked[index];
      if (found !== undefined) return found;
      await wake.promise;
    }
  }
  return { approvals, asked, stored, nth };
}

/** Long enough for everything that can go on without a person. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

describe("what a yes covers", () => {
  it("once covers one call", async () => {
    const { approvals, nth, asked } = createDesk();
    for (let index = 0; index < 2; index += 1) {
      const approval = approvals.approve(question());
      (await nth(index)).answer("once");
      expect(await approval).toEqual({ approved: true, scope: "once" });
    }
    expect(asked).toHaveLength(2);
  });

  it("for the session covers that session until it ends", async () => {
    const { approvals, nth, asked } = createDesk();
    const first = approvals.approve(question());
    (await nth(0)).answer("session");
    expect(await first).toEqual({ approved: true, scope: "session" });
    expect(await approvals.approve(question({ argumentsSummary: "other" }))).toEqual({
      approved: true,
      scope: "session",
    });

    void approvals.approve(question({ caller: { kind: "agent", name: "a", session: "s2" } }));
    await nth(1);
    approvals.endSession("s1");
    void approvals.approve(question());
    await nth(2);
    expect(asked).toHaveLength(3);
  });

  it("for a session that does not exist is for once", async () => {
    const { approvals, nth } = createDesk();
    const caller = { kind: "agent", name: "a" } as const;
    const approval = approvals.approve(question({ caller }));
    (await nth(0)).answer("session");
    expect(await approval).toEqual({ approved: true, scope: "once" });
    void approvals.approve(question({ caller }));
    expect((await nth(1)).question.caller).toEqual(caller);
  });

  it("for the session of a person without one covers the whole run, also their programs", async () => {
    const { approvals, nth } = createDesk();
    const approval = approvals.approve(question({ caller: { kind: "person", name: "cli" } }));
    (await nth(0)).answer("session");
    expect(await approval).toEqual({ approved: true, scope: "session" });
    const program = { kind: "code", name: "run", onBehalfOf: "person" } as const;
    expect(await approvals.approve(question({ caller: program }))).toEqual({
      approved: true,
      scope: "session",
    });
  });

  it("always covers every session, and other processes that share the store", async () => {
    const { approvals, nth, stored } = createDesk();
    const approval = approvals.approve(question());
    (await nth(0)).answer("always");
    expect(await approval).toEqual({ approved: true, scope: "always" });
    expect(stored).toEqual([{ key: approvalKey(question()), server: "mail", tool: "send" }]);

    const other = createApprovals({ load: () => stored, save: () => {}, withdraw: () => {} });
    const caller = { kind: "client", name: "c", session: "s9" } as const;
    expect(await other.approve(question({ caller }))).toEqual({ approved: true, scope: "always" });
  });

  it.each<[string, Partial<ApprovalQuestion>]>([
    ["the tool's definition changed", { toolFingerprint: "tool-2" }],
    ["the server's definition changed", { serverFingerprint: "server-2" }],
    ["it is another tool", { tool: "delete" }],
    ["fingerprints run into each other", { serverFingerprint: "server-1send", tool: "" }],
  ])("is asked for again when %s", async (_what, change) => {
    const { approvals, nth } = createDesk();
    const first = approvals.approve(question());
    (await nth(0)).answer("always");
    await first;
    void approvals.approve(question(change));
    expect((await nth(1)).question).toMatchObject(change);
  });

  it("is gone when it is withdrawn, here or by another process", async () => {
    const { approvals, nth, stored } = createDesk();
    const first = approvals.approve(question());
    (await nth(0)).answer("always");
    await first;
    await approvals.withdraw(approvalKey(question()));
    const second = approvals.approve(question());
    (await nth(1)).answer("always");
    await second;
    stored.length = 0;
    void approvals.approve(question({ id: "third" }));
    expect((await nth(2)).question.id).toBe("third");
  });

  it("holds for this call when it cannot be stored", async () => {
    const { approvals, nth } = createDesk({ saveFails: true });
    const approval = approvals.approve(question());
    (await nth(0)).answer("always");
    expect(await approval).toMatchObject({
      approved: true,
      scope: "once",
      remark: expect.stringMatching(/disk full/),
    });
  });
});

describe("no yes", () => {
  it("a no is a no, and is not remembered", async () => {
    const { approvals, nth } = createDesk();
    const first = approvals.approve(question());
    (await nth(0)).answer("deny");
    expect(await first).toEqual({ approved: false, reason: "a person refused it" });
    const second = approvals.approve(question());
    (await nth(1)).answer("once");
    expect(await second).toMatchObject({ approved: true });
  });

  it("an answer that is no answer is a no", async () => {
    const { approvals, nth } = createDesk();
    const approval = approvals.approve(question());
    (await nth(0)).answer("yes, always!" as Answer);
    expect(await approval).toMatchObject({ approved: false });
  });

  it("where nobody can be asked, what is not approved is denied with the way to allow it", async () => {
    const approvals = createApprovals({ load: () => [], save: () => {}, withdraw: () => {} });
    expect(await approvals.approve(question({ howToAllow: "Change rule 1." }))).toEqual({
      approved: false,
      reason: "it needs a person's approval (its server is not trusted), and there is nobody to ask",
      hint: `Allow it for always with: tackle approve "mcp__mail__send". Change rule 1.`,
    });
    const resource = { subject: "resource", tool: "mail://inbox", howToAllow: "Change rule 1." } as const;
    expect(await approvals.approve(question(resource))).toMatchObject({ hint: "Change rule 1." });
  });

  it("a question that nobody answers ends at the deadline, and a late yes counts for nothing", async () => {
    const { approvals, nth, stored } = createDesk({ deadlineMs: 20 });
    const approval = approvals.approve(question());
    const asked = await nth(0);
    expect(await approval).toEqual({ approved: false, reason: "nobody answered in time" });
    expect(asked.signal.aborted).toBe(true);
    asked.answer("always");
    await settle();
    expect(stored).toEqual([]);
  });

  it("a cancelled call takes its question away", async () => {
    const { approvals, nth } = createDesk();
    const cancel = new AbortController();
    const approval = approvals.approve(question(), cancel.signal);
    const asked = await nth(0);
    cancel.abort();
    expect(await approval).toEqual({ approved: false, reason: "the call was cancelled" });
    expect(asked.signal.aborted).toBe(true);
    expect(await approvals.approve(question(), AbortSignal.abort())).toMatchObject({ approved: false });
  });

  it("an asker that fails denies", async () => {
    const { approvals, nth } = createDesk();
    const approval = approvals.approve(question());
    (await nth(0)).fail(new Error("terminal closed"));
    expect(await approval).toEqual({ approved: false, reason: "nobody could be asked: terminal closed" });
    const throws = createApprovals({
      load: () => [],
      save: () => {},
      withdraw: () => {},
      ask: () => {
        throw new Error("no terminal");
      },
    });
    expect(await throws.approve(question())).toMatchObject({ approved: false });
  });

  it("passes on what the asker says about a way out", async () => {
    const { approvals, nth } = createDesk();
    const approval = approvals.approve(question());
    (await nth(0)).fail(new TackleError({ code: "policy", message: "no window", hint: "open one" }));
    expect(await approval).toEqual({
      approved: false,
      reason: "nobody could be asked: no window",
      hint: "open one",
    });
  });

  it("asks two clients that look the same each by itself, and a no of one is not the other's", async () => {
    const { approvals, nth } = createDesk();
    const clientOf = (id: string): CallClient => ({
      id,
      info: undefined,
      capabilities: {},
      logLevel: undefined,
      ask: () => Promise.reject(new Error("not used")),
      log: () => undefined,
    });
    const one = approvals.approve(question({ client: clientOf("one") }));
    const other = approvals.approve(question({ client: clientOf("other") }));
    (await nth(0)).answer("deny");
    (await nth(1)).answer("once");
    expect(await one).toMatchObject({ approved: false });
    expect(await other).toMatchObject({ approved: true });
  });

  it("a store that cannot be read approves nothing", async () => {
    const load = () => {
      throw new Error("unreadable");
    };
    const approvals = createApprovals({
      load,
      save: () => {},
      withdraw: () => {},
      ask: async () => "always",
    });
    await expect(approvals.approve(question())).rejects.toThrow("unreadable");
  });
});

describe("several calls at once", () => {
  it("ask one question, and a yes for longer answers all", async () => {
    for (const answer of ["session", "always"] as const) {
      const { approvals, nth, asked } = createDesk();
      const calls = ["1", "2", "3"].map((id) => approvals.approve(question({ id })));
      (await nth(0)).answer(answer);
      expect((await Promise.all(calls)).every(({ approved }) => approved)).toBe(true);
      expect(asked).toHaveLength(1);
    }
  });

  it("are each asked about when the yes is for once", async () => {
    const { approvals, nth, asked } = createDesk();
    const calls = ["1", "2", "3"].map((id) => approvals.approve(question({ id })));
    for (let index = 0; index < 3; index += 1) {
      const open = await nth(index);
      await settle();
      expect(asked).toHaveLength(index + 1);
      open.answer("once");
    }
    await Promise.all(calls);
    expect(new Set(asked.map(({ question: { id } }) => id)).size).toBe(3);
  });

  it("are all refused by one no", async () => {
    const { approvals, nth, asked } = createDesk();
    const calls = ["1", "2"].map((id) => approvals.approve(question({ id })));
    const open = await nth(0);
    await settle();
    open.answer("deny");
    expect((await Promise.all(calls)).map(({ approved }) => approved)).toEqual([false, false]);
    expect(asked).toHaveLength(1);
  });

  it("of different callers or tools do not wait for each other, nor share a no", async () => {
    const { approvals, nth } = createDesk();
    const mine = approvals.approve(question());
    const yours = approvals.approve(question({ caller: { kind: "client", name: "b", session: "s2" } }));
    const another = approvals.approve(question({ tool: "read" }));
    const open = await Promise.all([nth(0), nth(1), nth(2)]);
    for (const { question: asked, answer } of open) answer(asked.caller.kind === "client" ? "deny" : "once");
    expect((await Promise.all([mine, yours, another])).map(({ approved }) => approved)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("go on when the one that was asked about is cancelled", async () => {
    const { approvals, nth } = createDesk();
    const cancel = new AbortController();
    const first = approvals.approve(question({ id: "1" }), cancel.signal);
    await nth(0);
    const second = approvals.approve(question({ id: "2" }));
    await settle();
    cancel.abort();
    expect(await first).toMatchObject({ approved: false });
    const open = await nth(1);
    expect(open.question.id).toBe("2");
    open.answer("once");
    expect(await second).toMatchObject({ approved: true });
  });

  it("can leave the line", async () => {
    const { approvals, nth, asked } = createDesk();
    const cancel = new AbortController();
    const first = approvals.approve(question({ id: "1" }));
    const open = await nth(0);
    const second = approvals.approve(question({ id: "2" }), cancel.signal);
    await settle();
    cancel.abort();
    expect(await second).toEqual({ approved: false, reason: "the call was cancelled" });
    open.answer("once");
    expect(await first).toMatchObject({ approved: true });
    await settle();
    expect(asked).toHaveLength(1);
  });
});
