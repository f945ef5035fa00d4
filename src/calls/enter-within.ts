/** Waits for a place in a server's queue, but no longer than the call may take at all. */
import { TackleError } from "../errors.ts";
import type { FairQueue } from "./fair-queue.ts";

export interface EnterOptions {
  readonly server: string;
  readonly caller: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export async function enterWithin(queue: FairQueue, options: EnterOptions): Promise<void> {
  const { server, caller, signal, timeoutMs } = options;
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(late(server, timeoutMs)), timeoutMs);
  try {
    await queue.enter(caller, AbortSignal.any([signal, patience.signal]));
  } finally {
    clearTimeout(timer);
  }
}

function late(server: string, timeoutMs: number): TackleError {
  return new TackleError({
    code: "timeout",
    server,
    message: `The call waited ${timeoutMs} ms for its turn on server '${server}'`,
    hint: "Raise the call's timeout, or give the server more 'instances'.",
  });
}
