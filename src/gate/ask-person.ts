/** Puts one question to a person and waits no longer than it may; whatever the asker does, this does not throw. */
import { messageOf, TackleError } from "../errors.ts";
import type { CallClient, Caller, PolicySubject } from "../types.ts";

export type Answer = "once" | "session" | "always" | "deny";

export interface ApprovalQuestion {
  readonly id: string;
  readonly server: string;
  /** A tool's name; that of a prompt or the address of a resource where the question is about one. */
  readonly tool: string;
  /** A tool where nothing is said. */
  readonly subject?: PolicySubject | undefined;
  readonly exposedName: string;
  readonly caller: Caller;
  /** Redacted by whoever asks. */
  readonly argumentsSummary: string;
  /** Why the policy wants a person to decide. */
  readonly reason: string;
  /** How it could be allowed without a question, for where there is nobody to ask. */
  readonly howToAllow?: string | undefined;
  /** The tool's description, as untrusted as the tool. */
  readonly description: string | undefined;
  readonly serverFingerprint: string;
  readonly toolFingerprint: string;
  /** The MCP client that made the call; it may be able to ask its own person. */
  readonly client?: CallClient | undefined;
}

/** Shows the question and resolves with the answer; takes it away again when the signal aborts. */
export type AskPerson = (question: ApprovalQuestion, signal: AbortSignal) => Promise<Answer>;

export type AskResult =
  | { readonly kind: "answered"; readonly answer: Answer }
  /** The signal aborted first; an answer that comes later counts for nothing. */
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly reason: string; readonly hint?: string | undefined };

export async function askPerson(
  question: ApprovalQuestion,
  ask: AskPerson,
  signal: AbortSignal,
): Promise<AskResult> {
  try {
    const answer = await unlessAborted(ask(question, signal), signal);
    if (answer === ABORTED) return { kind: "stopped" };
    // The answer may come from a browser or a client: only the words we know are a yes.
    return { kind: "answered", answer: ANSWERS.has(answer) ? answer : "deny" };
  } catch (error) {
    if (signal.aborted) return { kind: "stopped" };
    const hint = error instanceof TackleError ? error.hint : undefined;
    return { kind: "failed", reason: messageOf(error), ...(hint === undefined ? undefined : { hint }) };
  }
}

const ANSWERS: ReadonlySet<unknown> = new Set(["once", "session", "always", "deny"]);

export const ABORTED = Symbol("aborted");

/** The promise's value, or ABORTED as soon as the signal says so. */
export async function unlessAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
): Promise<Value | typeof ABORTED> {
  const { promise: aborted, resolve } = Promise.withResolvers<typeof ABORTED>();
  const abort = () => resolve(ABORTED);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
