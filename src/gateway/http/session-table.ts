/**
 * The legacy sessions of all clients: not too many, none for ever, none for anybody but its owner, and no client with so
 * many that there is no room for another's.
 */
import { randomUUID } from "node:crypto";
import { whoMakesRoom } from "../../gate/fair-share.ts";
import { isOwnedBy } from "../../gate/ownership.ts";
import type { HttpSession } from "./http-session.ts";

export interface SessionLimits {
  /** With more, the one that was left alone the longest goes, of a client that has its share or more. */
  readonly maxSessions: number;
  readonly idleMs: number;
}

const SWEEP_MS = 5000;

export class SessionTable {
  readonly #limits: SessionLimits;
  readonly #sessions = new Map<string, HttpSession>();
  /** Client → its sessions, in the order of their last use. */
  readonly #byClient = new Map<string, Map<string, HttpSession>>();
  readonly #timer: NodeJS.Timeout;

  constructor(limits: SessionLimits) {
    this.#limits = limits;
    this.#timer = setInterval(() => this.#sweep(), Math.min(SWEEP_MS, Math.max(50, limits.idleMs / 4)));
    this.#timer.unref();
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** How many a client has. */
  sizeOf(client: string): number {
    return this.#byClient.get(client)?.size ?? 0;
  }

  /** Makes a session under a new id; undefined when all places are taken and nobody can be made to leave one. */
  open(client: string, make: (id: string) => HttpSession): HttpSession | undefined {
    if (this.#sessions.size >= this.#limits.maxSessions && !this.#makeRoom(client)) return undefined;
    const id = randomUUID();
    const session = make(id);
    this.#sessions.set(id, session);
    const own = this.#byClient.get(client);
    if (own === undefined) this.#byClient.set(client, new Map([[id, session]]));
    else own.set(id, session);
    return session;
  }

  /** The session of this id, if it belongs to this caller. */
  get(id: string, principal: string | undefined): HttpSession | undefined {
    const session = this.#sessions.get(id);
    if (session === undefined || !isOwnedBy(session.legacy, principal)) return undefined;
    session.lastUsed = performance.now();
    // The map keeps the order of use, so that the oldest is found at once.
    const own = this.#byClient.get(session.client);
    own?.delete(id);
    own?.set(id, session);
    return session;
  }

  async end(session: HttpSession): Promise<void> {
    const { client } = session;
    const { id } = session.legacy;
    this.#sessions.delete(id);
    const own = this.#byClient.get(client);
    own?.delete(id);
    if (own?.size === 0) this.#byClient.delete(client);
    await session.end();
  }

  /** Ends the sessions of those who may not be here any more. */
  expel(isStillAdmitted: (principal: string) => boolean): void {
    for (const session of this.#sessions.values()) {
      const { principal } = session.legacy;
      if (principal !== undefined && !isStillAdmitted(principal)) void this.end(session);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#sessions.values()].map((session) => this.end(session)));
  }

  keepAlive(): void {
    for (const session of this.#sessions.values()) session.keepAlive();
  }

  /** An idle session goes first; of another client with more than its share, then also one that only listens. */
  #makeRoom(newcomer: string): boolean {
    const held = this.#byClient;
    const losers = whoMakesRoom({ newcomer, held, places: this.#limits.maxSessions });
    return (
      losers.some((client) => this.#dropOldest(client, ({ isBusy }) => !isBusy)) ||
      losers.some((client) => client !== newcomer && this.#dropOldest(client, ({ legacy }) => !legacy.isBusy))
    );
  }

  #dropOldest(client: string, mayGo: (session: HttpSession) => boolean): boolean {
    for (const session of this.#byClient.get(client)?.values() ?? []) {
      if (!mayGo(session)) continue;
      void this.end(session);
      return true;
    }
    return false;
  }

  #sweep(): void {
    const oldest = performance.now() - this.#limits.idleMs;
    for (const session of this.#sessions.values()) {
      if (session.lastUsed < oldest && !session.isBusy) void this.end(session);
    }
  }
}
