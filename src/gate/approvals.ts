/**
 * A person's yes to a tool: once, for the session, or always. It is keyed by content (the server's definition and the
 * tool's), so that a server or a tool that changed is asked about again. Arguments do not count: a yes for the session
 * is a yes to the tool, whatever it is called with.
 *
 * Equal questions of one caller wait for each other. A yes for longer answers all that wait, and so does a no; a yes for
 * once is for the one call whose arguments the person saw, and the next in line is asked about by itself.
 */
import { messageOf } from "../errors.ts";
import type { Caller } from "../types.ts";
import { canonicalJson } from "../util/canonical-json.ts";
import {
  ABORTED,
  askPerson,
  unlessAborted,
  type Answer,
  type ApprovalQuestion,
  type AskPerson,
} from "./ask-person.ts";
import { howToApprove } from "./how-to-approve.ts";

export type { Answer, ApprovalQuestion, AskPerson } from "./ask-person.ts";

/** A yes for always, as it is stored. The names are for people who read it; only the key counts. */
export interface StoredApproval {
  readonly key: string;
  readonly server: string;
  readonly tool: string;
}

export interface ApprovalParts {
  /** Called for every question, because another process may have withdrawn one. What it throws, `approve` throws. */
  readonly load: () => readonly StoredApproval[] | Promise<readonly StoredApproval[]>;
  readonly save: (approval: StoredApproval, question: ApprovalQuestion) => void | Promise<void>;
  readonly withdraw: (key: string) => void | Promise<void>;
  /** Undefined where nobody can be asked. */
  readonly ask?: AskPerson | undefined;
  /** Milliseconds that a call waits for a person, its time in the line included. */
  readonly deadlineMs?: number;
}

export type Approval =
  | { readonly approved: true; readonly scope: Exclude<Answer, "deny">; readonly remark?: string }
  | Refused;

interface Refused {
  readonly approved: false;
  readonly reason: string;
  readonly hint?: string;
}

export interface Approvals {
  approve(question: ApprovalQuestion, signal?: AbortSignal): Promise<Approval>;
  /** Takes back a yes for always, and every yes for a session, to the same content. */
  withdraw(key: string): Promise<void>;
  /** Forgets what was approved for this session. */
  endSession(session: string): void;
}

const DEADLINE_MS = 5 * 60_000;

export function createApprovals({
  load,
  save,
  withdraw,
  ask,
  deadlineMs = DEADLINE_MS,
}: ApprovalParts): Approvals {
  /** Session → keys that were approved for it. */
  const sessions = new Map<string, Set<string>>();
  /** Questions that are open → how they end: with a no for all that wait, or with a new look for each of them. */
  const open = new Map<string, Promise<Refused | undefined>>();

  async function approve(question: ApprovalQuestion, signal?: AbortSignal): Promise<Approval> {
    const key = approvalKey(question);
    // Each client asks its own person, also where several look like the same caller.
    const line = canonicalJson([key, question.caller, question.client?.id ?? null]);
    let stop: AbortSignal | undefined;
    for (;;) {
      const known = await find(key, question.caller);
      if (known !== undefined) return known;
      if (ask === undefined) return withoutPerson(question);
      stop ??= untilDeadline(signal);
      if (stop.aborted) return stopped(signal);
      const before = open.get(line);
      if (before === undefined) return await lead(question, { line, key, ask, stop, signal });
      const ended = await unlessAborted(before, stop);
      if (ended !== undefined && ended !== ABORTED) return ended;
    }
  }

  function untilDeadline(signal: AbortSignal | undefined): AbortSignal {
    const deadline = AbortSignal.timeout(deadlineMs);
    return signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
  }

  interface Asking {
    readonly line: string;
    readonly key: string;
    readonly ask: AskPerson;
    readonly stop: AbortSignal;
    readonly signal: AbortSignal | undefined;
  }

  /** Asks for the first in line. */
  async function lead(
    question: ApprovalQuestion,
    { line, key, ask, stop, signal }: Asking,
  ): Promise<Approval> {
    const { promise, resolve } = Promise.withResolvers<Refused | undefined>();
    open.set(line, promise);
    let ended: Refused | undefined;
    try {
      const result = await askPerson(question, ask, stop);
      if (result.kind === "stopped") return stopped(signal);
      if (result.kind === "failed") {
        const hint = result.hint === undefined ? undefined : { hint: result.hint };
        return { approved: false, reason: `nobody could be asked: ${result.reason}`, ...hint };
      }
      if (result.answer !== "deny") return await keep(question, { key, scope: result.answer });
      ended = { approved: false, reason: "a person refused it" };
      return ended;
    } finally {
      open.delete(line);
      resolve(ended);
    }
  }

  async function find(key: string, caller: Caller): Promise<Approval | undefined> {
    const session = sessionOf(caller);
    if (session !== undefined && sessions.get(session)?.has(key) === true)
      return { approved: true, scope: "session" };
    const stored = await load();
    return stored.some((approval) => approval.key === key) ? { approved: true, scope: "always" } : undefined;
  }

  interface Yes {
    readonly key: string;
    readonly scope: Exclude<Answer, "deny">;
  }

  async function keep(question: ApprovalQuestion, { key, scope }: Yes): Promise<Approval> {
    const { server, tool } = question;
    const session = sessionOf(question.caller);
    // Without a session there is nothing that the yes could last for.
    if (scope === "once" || (scope === "session" && session === undefined))
      return { approved: true, scope: "once" };
    if (scope === "session" && session !== undefined) {
      remember(session, key);
      return { approved: true, scope };
    }
    try {
      // Kept in the store alone, so that it ends everywhere when it is withdrawn anywhere.
      await save({ key, server, tool }, question);
      return { approved: true, scope };
    } catch (error) {
      // The person said yes to this call; only the memory of it failed.
      return {
        approved: true,
        scope: "once",
        remark: `the approval could not be stored: ${messageOf(error)}`,
      };
    }
  }

  function remember(session: string, key: string): void {
    const keys = sessions.get(session) ?? new Set();
    sessions.set(session, keys.add(key));
  }

  return {
    approve,
    async withdraw(key) {
      for (const keys of sessions.values()) keys.delete(key);
      await withdraw(key);
    },
    endSession(session) {
      sessions.delete(session);
    },
  };
}

/** A person at a terminal has the run of one command for a session; their programs too. */
function sessionOf({ kind, onBehalfOf, session }: Caller): string | undefined {
  const isPerson = kind === "person" || (kind === "code" && onBehalfOf === "person");
  return session ?? (isPerson ? AT_TERMINAL : undefined);
}

const AT_TERMINAL = "at the terminal";

/** What a yes is for. The server's name is not a part of it, its definition is. */
export function approvalKey(
  question: Pick<ApprovalQuestion, "serverFingerprint" | "toolFingerprint" | "tool">,
): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  const content = canonicalJson([question.serverFingerprint, question.tool, question.toolFingerprint]);
  return createHash("sha256").update(content).digest("hex");
}

function withoutPerson(question: ApprovalQuestion): Refused {
  return {
    approved: false,
    reason: `it needs a person's approval (${question.reason}), and there is nobody to ask`,
    hint: howToApprove(question),
  };
}

function stopped(signal: AbortSignal | undefined): Refused {
  const isCancelled = signal?.aborted === true;
  return { approved: false, reason: isCancelled ? "the call was cancelled" : "nobody answered in time" };
}
