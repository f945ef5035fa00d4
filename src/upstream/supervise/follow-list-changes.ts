/** Keeps the stream open on which servers of the modern era announce changed lists; old ones announce them unasked. */
import { setTimeout as delay } from "node:timers/promises";
import { messageOf } from "../../errors.ts";
import type { Connection } from "../connection.ts";
import { isUnknownMethod } from "../is-unknown-method.ts";
import type { SupervisionPolicy } from "./policy.ts";

export interface FollowOptions {
  readonly policy: SupervisionPolicy;
  isWanted(): boolean;
  /** The stream was away for a while; something may have changed meanwhile. */
  onGap(): void;
  onFailure(remark: string): void;
}

const FIRST_PAUSE_MS = 1000;

export async function followListChanges(connection: Connection, options: FollowOptions): Promise<void> {
  const { handshakeTimeoutMs, listIntervalLongestMs } = options.policy;
  let pause = FIRST_PAUSE_MS;
  while (options.isWanted()) {
    const opened = performance.now();
    try {
      const wasOpen = await connection.untilListStreamEnds(handshakeTimeoutMs);
      if (!wasOpen) return;
    } catch (error) {
      if (!options.isWanted()) return;
      options.onFailure(`changes of its lists are not announced: ${messageOf(error)}`);
      if (isUnknownMethod(error)) return;
    }
    const hadGoodTime = performance.now() - opened > listIntervalLongestMs;
    pause = hadGoodTime ? FIRST_PAUSE_MS : Math.min(pause * 2, listIntervalLongestMs);
    await delay(pause, undefined, { ref: false });
    if (options.isWanted()) options.onGap();
  }
}
