/** How much legacy servers log: a shared one as much as any of its clients wants; each client is then sent its part. */
import type { Box } from "../../box/box.ts";
import { mostVerbose } from "../protocol/log-levels.ts";

export class LogLevels {
  readonly #box: Box;
  /** Session → level. */
  readonly #wanted = new Map<string, string>();

  constructor(box: Box) {
    this.#box = box;
  }

  async set(session: string, level: string, servers: Iterable<string>): Promise<void> {
    this.#wanted.set(session, level);
    const all = mostVerbose(this.#wanted.values()) ?? level;
    // A server that refuses, or is away, is no reason to refuse the client.
    await Promise.allSettled(
      [...servers].map((name) => {
        const server = this.#box.upstream(name);
        return server.setLogLevel(server.definition.isolation === "session" ? level : all, session);
      }),
    );
  }

  forget(session: string): void {
    this.#wanted.delete(session);
  }
}
