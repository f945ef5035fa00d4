/**
 * Asks servers what they offer, for whoever looks around: a server that hangs must not make everybody wait who wants the others.
 * Whoever wants one server waits for it as long as it takes.
 */
import type { Snapshot } from "../catalog/snapshot.ts";
import type { Config } from "../config/config.ts";
import type { Server } from "../upstream/server.ts";
import type { FailedStarts } from "./failed-starts.ts";
import { HELD_STATES } from "./held-states.ts";
import { troublesOf, type Trouble, type TroubledServers } from "./trouble.ts";

export interface MeetingPlace extends TroubledServers {
  readonly config: Config;
  readonly catalog: Pick<Snapshot, "tools" | "prompts" | "resources" | "resourceTemplates">;
  readonly failedStarts: Pick<FailedStarts, "of" | "giveUp">;
  upstream(name: string): Server;
}

export interface MeetOptions {
  /** Also asks those that are known, because there may be news; else only those of which nothing is known. */
  readonly isAnew?: boolean;
  /** Only these. They are waited for as long as it takes, unless that was in vain a moment ago. */
  readonly only?: readonly string[] | undefined;
  /** What there must be before the last ones are waited for only briefly: tools, unless somebody looks for something else. */
  readonly enough?: "tools" | "anything";
  /** How long the last ones are waited for then. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 3000;

/** What is in the way of knowing all tools. */
export async function meetServers(box: MeetingPlace, options: MeetOptions = {}): Promise<readonly Trouble[]> {
  const { isAnew = false, only, enough = "tools", patienceMs = PATIENCE_MS } = options;
  const attempts = new Map<string, Promise<void>>();
  for (const { name, state } of box.status()) {
    if (HELD_STATES.has(state) || (only !== undefined && !only.includes(name))) continue;
    const failed = box.failedStarts.of(name);
    const isHopeless = failed !== undefined && (only === undefined || failed.kind === "failed");
    const server = box.upstream(name);
    const isWanted = !server.isKnown || (isAnew && (only !== undefined || isEager(name, box)));
    if (isWanted && !isHopeless) attempts.set(name, server.connect());
  }
  const isEnough = (): boolean => only === undefined && isThere(enough, box);
  for (const name of await untilEnough(attempts, { isEnough, patienceMs })) box.failedStarts.giveUp(name);
  return troublesOf(box, only && new Set(only));
}

function isThere(what: "tools" | "anything", { catalog }: MeetingPlace): boolean {
  const { tools, prompts, resources, resourceTemplates } = catalog;
  const others = what === "tools" ? [] : [prompts, resources, resourceTemplates];
  return [tools, ...others].some((list) => list.length > 0);
}

function isEager(name: string, { config }: MeetingPlace): boolean {
  const server = config.servers.get(name);
  return server?.status === "valid" && server.definition.connect === "eager";
}

interface Enough {
  readonly isEnough: () => boolean;
  readonly patienceMs: number;
}

/** Gives those that have not come. The time begins again with each that comes: where some are slow, so may be the next. */
function untilEnough(
  attempts: ReadonlyMap<string, Promise<void>>,
  { isEnough, patienceMs }: Enough,
): Promise<ReadonlySet<string>> {
  const pending = new Set(attempts.keys());
  const { promise, resolve } = Promise.withResolvers<ReadonlySet<string>>();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    clearTimeout(timer);
    if (pending.size === 0) resolve(pending);
    else if (isEnough()) timer = setTimeout(() => resolve(pending), patienceMs);
  };
  for (const [name, attempt] of attempts) {
    void attempt.finally(() => {
      pending.delete(name);
      look();
    });
  }
  look();
  return promise;
}
