/** One attempt at a server: connect, and read what it offers, so that it is known before it counts as there. */
import { setTimeout as delay } from "node:timers/promises";
import type { TackleError } from "../../errors.ts";
import type { ServerLists } from "../../types.ts";
import type { Connection } from "../connection.ts";
import type { EraVerdict } from "../era.ts";
import { explainFailure } from "../explain-failure.ts";
import { listCapabilities } from "../lists/list-capabilities.ts";
import { waitAtMost } from "./wait-at-most.ts";

export interface OpenAttempt {
  readonly verdict: EraVerdict | undefined;
  readonly signal: AbortSignal;
  readonly onListChange: () => void;
}

export interface OpenRequest extends OpenAttempt {
  open(attempt: OpenAttempt): Promise<Connection>;
  /** Ends a connection that is not used. */
  discard(connection: Connection): void;
}

export interface Opened {
  readonly connection: Connection;
  readonly lists: ServerLists | undefined;
  /** Why it could not be listed, though it is there. */
  readonly problem: TackleError | undefined;
}

/** What a server asks when it starts, such as for roots, it needs for its first call; but people may be slow to answer. */
const LONGEST_QUESTIONS_MS = 5000;
/** For what a server does with the answers, of which nothing tells the end: it looks at the folders, say. */
const TAKE_IN_MS = 100;

/** A server that was changed behind our back may not speak the era that we remember; then it is asked again. */
export async function openAndList(request: OpenRequest): Promise<Opened> {
  try {
    return await openOnce(request);
  } catch (error) {
    if (request.verdict === undefined || request.signal.aborted) throw error;
    return await openOnce({ ...request, verdict: undefined });
  }
}

async function openOnce(request: OpenRequest): Promise<Opened> {
  const { verdict, signal, onListChange } = request;
  const connection = await request.open({ verdict, signal, onListChange });
  try {
    signal.throwIfAborted();
    const { lists, problem } = await listOf(connection);
    await letTakeIn(connection, signal);
    signal.throwIfAborted();
    const isDoubtful = problem?.code === "connection" || (problem !== undefined && verdict !== undefined);
    if (isDoubtful) throw problem;
    return { connection, lists, problem };
  } catch (error) {
    request.discard(connection);
    throw error;
  }
}

/** Only a server that one client has for itself has anybody to ask when it starts. */
async function letTakeIn(connection: Connection, signal: AbortSignal): Promise<void> {
  const waited = await waitAtMost(connection.whenAnswered(), LONGEST_QUESTIONS_MS, signal);
  if (waited.kind === "done" && waited.value) await delay(TAKE_IN_MS, undefined, { ref: false });
}

async function listOf(connection: Connection): Promise<{ lists?: ServerLists; problem?: TackleError }> {
  try {
    return { lists: await listCapabilities(connection) };
  } catch (error) {
    return { problem: explainFailure(error, { server: connection.server, method: "tools/list" }) };
  }
}
