/**
 * Which server named an address to whom: a result that refers to a resource means the one of its own server, whoever else
 * offers the same address. Kept for each session apart, for the latest addresses only; what is forgotten is looked for again.
 */
import type { Box } from "../../box/box.ts";
import type { BoxEvents } from "../../box/events.ts";
import { isObject } from "../../util/is-object.ts";

const MOST = 5000;
/** Of one result; and longer addresses are not kept. */
const MOST_BLOCKS = 200;
const LONGEST = 1000;

export class NamedResources {
  /** Session and address → server; the latest last. */
  readonly #servers = new Map<string, string>();
  readonly #end: () => void;

  constructor(box: Pick<Box, "on">) {
    this.#end = box.on("call-end", (call) => this.#look(call));
  }

  get(session: string | undefined, uri: string): string | undefined {
    return session === undefined ? undefined : this.#servers.get(keyOf(session, uri));
  }

  note(session: string | undefined, uri: unknown, server: string): void {
    if (session === undefined || typeof uri !== "string" || uri.length > LONGEST) return;
    const key = keyOf(session, uri);
    this.#servers.delete(key);
    this.#servers.set(key, server);
    const [oldest] = this.#servers.keys();
    if (this.#servers.size > MOST && oldest !== undefined) this.#servers.delete(oldest);
  }

  close(): void {
    this.#end();
    this.#servers.clear();
  }

  /** After every call, so it does nothing for a result without such blocks but look at their types. */
  #look({ request, result: { content, server } }: BoxEvents["call-end"]): void {
    for (let index = 0; index < content.length && index < MOST_BLOCKS; index++) {
      const block = content[index];
      const { session } = request.caller;
      if (block?.["type"] === "resource_link") this.note(session, block["uri"], server);
      else if (block?.["type"] === "resource" && isObject(block["resource"]))
        this.note(session, block["resource"]["uri"], server);
    }
  }
}

function keyOf(session: string, uri: string): string {
  return `${session} ${uri}`;
}
