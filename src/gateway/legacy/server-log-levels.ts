/**
 * How much legacy servers log: a shared one as much as the most curious of those who see it, no more when that one has
 * left; each client is then sent its part.
 */
import type { Box } from "../../box/box.ts";
import { mostVerbose } from "../protocol/log-severity.ts";

interface Wish {
  readonly level: string;
  readonly servers: readonly string[];
}

type Server = ReturnType<Box["upstream"]>;

/**
 * For a server of which nobody wants a level any more: what it sent before anybody asked cannot be asked for again, and
 * this is what servers commonly begin with.
 */
const NOBODYS_LEVEL = "info";

export class ServerLogLevels {
  readonly #box: Pick<Box, "upstream">;
  /** Session → what it wants. */
  readonly #wishes = new Map<string, Wish>();
  /** What each shared server was told last; a server that is set up anew is another object, and was told nothing. */
  readonly #told = new WeakMap<Server, string>();

  constructor(box: Pick<Box, "upstream">) {
    this.#box = box;
  }

  /** Resolves when the servers that this session sees were told what changed for them. */
  async set(session: string, level: string, servers: Iterable<string>): Promise<void> {
    const before = this.#wishes.get(session)?.servers ?? [];
    const wish = { level, servers: [...servers] };
    this.#wishes.set(session, wish);
    const concerned = new Set([...before, ...wish.servers]);
    await this.#tellEach(concerned, (name, server) =>
      server.definition.isolation === "session"
        ? server.setLogLevel(level, session)
        : this.#follow(name, server),
    );
  }

  /** The session is over; a server that it had for itself is, too. */
  async forget(session: string): Promise<void> {
    const wish = this.#wishes.get(session);
    if (wish === undefined) return;
    this.#wishes.delete(session);
    await this.#tellEach(wish.servers, async (name, server) => {
      if (server.definition.isolation === "shared") await this.#follow(name, server);
    });
  }

  /** Tells a shared server the most verbose level that is still wanted, where it is another than before. */
  async #follow(name: string, server: Server): Promise<void> {
    const wanted = [...this.#wishes.values()].filter(({ servers }) => servers.includes(name));
    const level = mostVerbose(wanted.map((wish) => wish.level)) ?? NOBODYS_LEVEL;
    if (this.#told.get(server) === level) return;
    this.#told.set(server, level);
    await server.setLogLevel(level, undefined);
  }

  /** A server that refuses, is away, or is gone is no reason to refuse the client. */
  async #tellEach(
    names: Iterable<string>,
    tell: (name: string, server: Server) => Promise<void>,
  ): Promise<void> {
    await Promise.allSettled([...names].map(async (name) => tell(name, this.#box.upstream(name))));
  }
}
