import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import type { Answer, ApprovalQuestion } from "../../../gate/approvals.ts";
import type { Terminal } from "../../terminal.ts";
import { askOnTerminal } from "./ask-on-terminal.ts";

/** A terminal whose person types the next of these texts at each prompt. */
function desk(...typed: readonly string[]) {
  const stdin = new PassThrough();
  const stderr = new PassThrough();
  const waiting = [...typed];
  let shown = "";
  let interrupts = 0;
  let prompts = 0;
  const prompted = Promise.withResolvers<void>();
  stderr.on("data", (chunk: Buffer) => {
    shown += chunk.toString();
    const found = shown.split("[N]o: ").length - 1;
    if (found <= prompts) return;
    prompts = found;
    prompted.resolve();
    const next = waiting.shift();
    if (next !== undefined) setImmediate(() => stdin.write(next));
  });
  const terminal = { stdin, stderr } as unknown as Pick<Terminal, "stdin" | "stderr">;
  const ask = askOnTerminal({ terminal, onInterrupt: () => void interrupts++ });
  return { ask, shown: () => shown, prompted: prompted.promise, interrupts: () => interrupts };
}

function question(change: Partial<ApprovalQuestion> = {}): ApprovalQuestion {
  return {
    id: "q",
    server: "mail",
    tool: "send",
    exposedName: "mcp__mail__send",
    caller: { kind: "client", name: "evil\u001b[2Jclient", session: "s1" },
    argumentsSummary: "{}",
    reason: "rule 1 of the policy says ask",
    description: undefined,
    serverFingerprint: "server-1",
    toolFingerprint: "tool-1",
    ...change,
  };
}

const patience = (): AbortSignal => new AbortController().signal;

it.each<[string, Answer]>([
  ["o\r", "once"],
  ["S\r", "session"],
  ["always\r", "always"],
  ["n\r", "deny"],
  ["\r", "deny"],
  ["y\r", "deny"],
  ["\u0004", "deny"],
])("takes %j for %s", async (typed, answer) => {
  expect(await desk(typed).ask(question(), patience())).toBe(answer);
});

it("shows who wants to call what, with nothing that moves the cursor", async () => {
  const { ask, shown } = desk("n\r");
  await ask(question(), patience());
  expect(shown()).toContain('"evilclient" wants to call the tool "send" of the server "mail"');
});

it("asks one question at a time, in their order", async () => {
  const { ask, shown } = desk("o\r", "a\r");
  const answers = await Promise.all([
    ask(question({ tool: "first" }), patience()),
    ask(question({ tool: "second" }), patience()),
  ]);
  expect(answers).toEqual(["once", "always"]);
  expect(shown().indexOf("second")).toBeGreaterThan(shown().indexOf("[N]o: "));
});

it("takes a question away when its call is given up, and goes on with the next", async () => {
  const { ask, shown, prompted } = desk();
  const gone = new AbortController();
  const first = ask(question(), gone.signal);
  const never = ask(question({ tool: "never shown" }), AbortSignal.abort());
  await prompted;
  gone.abort();
  await expect(first).rejects.toMatchObject({ code: "cancelled" });
  await expect(never).rejects.toMatchObject({ code: "cancelled" });
  expect(shown()).not.toContain("never shown");
});

it("refuses on Ctrl-C, and passes it on", async () => {
  const { ask, interrupts } = desk("\u0003");
  expect(await ask(question(), patience())).toBe("deny");
  expect(interrupts()).toBe(1);
});
