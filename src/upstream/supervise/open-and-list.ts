/** One attempt at a server: connect, and read what it offers, so that it is known before it counts as there. */
import type { TackleError } from "../../errors.ts";
import type { ServerLists } from "../../types.ts";
import type { Connection } from "../connection.ts";
import type { EraVerdict } from "../era.ts";
import { explainFailure } from "../explain-failure.ts";
import { listCapabilities } from "../lists/list-capabilities.ts";

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
    signal.throwIfAborted();
    const isDoubtful = problem?.code === "connection" || (problem !== undefined && verdict !== undefined);
    if (isDoubtful) throw problem;
    return { connection, lists, problem };
  } catch (error) {
    request.discard(connection);
    throw error;
  }
}

async function listOf(connection: Connection): Promise<{ lists?: ServerLists; problem?: TackleError }> {
  try {
    return { lists: await listCapabilities(connection) };
  } catch (error) {
    return { problem: explainFailure(error, { server: connection.server, method: "tools/list" }) };
  }
}
