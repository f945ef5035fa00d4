/** The legacy sessions of all clients: not too many, none for ever, and none for anybody but its owner. */
import { randomUUID } from "node:crypto";
import type { HttpSession } from "./http-session.ts";

export interface SessionLimits {
  /** With more, the one that was left alone the longest goes. */
  readonly maxSessions: number;
  readonly idleMs: number;
}

const SWEEP_MS = 5000;

export class SessionTable {
  readonly #limits: SessionLimits;
  readonly #sessions = new Map<string, HttpSession>();
  readonly #timer: NodeJS.Timeout;

  constructor(limits: SessionLimits) {
    this.#limits = limits;
    this.#timer = setInterval(() => this.#sweep(), Math.min(SWEEP_MS, Math.max(50, limits.idleMs / 4)));
    this.#timer.unref();
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** Makes a session under a new id; undefined when all places are taken by sessions that are in use. */
  open(make: (id: string) => HttpSession): HttpSession | undefined {
    if (this.#sessions.size >= this.#limits.maxSessions && !this.#dropOldest()) return undefined;
    const id = randomUUID();
    const session = make(id);
    this.#sessions.set(id, session);
    return session;
  }

  /** The session of this id, if it belongs to this caller. */
  get(id: string, principal: string | undefined): HttpSession | undefined {
    const session = this.#sessions.get(id);
    if (session === undefined || session.legacy.principal !== principal) return undefined;
    session.lastUsed = performance.now();
    // The map keeps the order of use, so that the oldest is found at once.
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return session;
  }

  async end(session: HttpSession): Promise<void> {
    this.#sessions.delete(session.legacy.id);
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

  #dropOldest(): boolean {
    for (const session of this.#sessions.values()) {
      if (session.isBusy) continue;
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
