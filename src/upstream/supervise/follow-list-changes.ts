/** Keeps the stream open on which servers of the modern era announce changed lists; old ones announce them unasked. */
import { setTimeout as delay } from "node:timers/promises";
import { messageOf } from "../../errors.ts";
import type { Connection } from "../connection.ts";
import type { SupervisionPolicy } from "./policy.ts";

export interface FollowOptions {
  readonly policy: SupervisionPolicy;
  isWanted(): boolean;
  /** The stream was away for a while; something may have changed meanwhile. */
  onGap(): void;
  onFailure(remark: string): void;
}

export async function followListChanges(connection: Connection, options: FollowOptions): Promise<void> {
  const { handshakeTimeoutMs, listIntervalLongestMs } = options.policy;
  for (let pause = 1000; options.isWanted(); pause = Math.min(pause * 2, listIntervalLongestMs)) {
    try {
      const wasOpen = await connection.followListChanges(handshakeTimeoutMs);
      if (!wasOpen) return;
    } catch (error) {
      if (options.isWanted())
        options.onFailure(`changes of its lists are not announced: ${messageOf(error)}`);
      return;
    }
    await delay(pause, undefined, { ref: false });
    if (options.isWanted()) options.onGap();
  }
}
