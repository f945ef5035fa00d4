/**
 * What becomes of a client's requests when it has closed its end: their answers are wanted as long as somebody reads them. A
 * program that writes its questions and closes its end does; one that was killed does not, and what it began must end.
 */
import { setTimeout as delay } from "node:timers/promises";

/** Whether anybody still reads what is written to a client; `unknown` where the system does not tell. */
export type Audience = () => "there" | "gone" | "unknown";

export interface LastAnswers {
  /** Resolves when every request has its answer. */
  readonly answered: Promise<void>;
  readonly audience: Audience;
  /** Aborts when nothing shall be waited for any more. */
  readonly signal: AbortSignal;
}

const LOOK_AGAIN_MS = 250;
/** What has just been answered is still written, whoever reads it. */
const COURTESY_MS = 20;
/** Where nobody can tell. */
const BENEFIT_OF_DOUBT_MS = 2000;

/** Resolves when all is answered, or there is no reason to wait for it. */
export async function untilAnswered({ answered, audience, signal }: LastAnswers): Promise<void> {
  const over = new AbortController();
  const pause = (ms: number): Promise<unknown> =>
    delay(ms, undefined, { signal: AbortSignal.any([signal, over.signal]) }).catch(() => undefined);
  void answered.then(() => over.abort());
  const begun = performance.now();
  await pause(COURTESY_MS);
  while (!over.signal.aborted && !signal.aborted) {
    const state = audience();
    if (state === "gone") return;
    if (state === "unknown" && performance.now() - begun >= BENEFIT_OF_DOUBT_MS) return;
    await pause(LOOK_AGAIN_MS);
  }
}
