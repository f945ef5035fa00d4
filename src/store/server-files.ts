/**
 * What was seen of each server, as one small file a server: its lists and era (`known-servers`), from which a lazy server's
 * tools are offered before it has been started, the shapes of its results (`result-shapes`), and that it did not start a moment
 * ago (`failed-starts`). Keyed by the definition's content, so that a changed server starts with a clean sheet. It only saves time: what cannot be read or written is not there.
 */
import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { atomicWrite } from "../util/atomic-write.ts";
import { canonicalJson } from "../util/canonical-json.ts";
import { stateFolder, type Environment } from "../util/paths.ts";
import { createHash } from "node:crypto";

/** Larger ones are not kept: reading them would cost more than asking the server. */
const MAX_BYTES = 16 * 1024 * 1024;

export class ServerFiles {
  readonly #folder: string;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(env: Environment, kind: "known-servers" | "result-shapes" | "failed-starts") {
    this.#folder = join(stateFolder(env), kind);
  }

  /** Undefined for an unknown server and for a file that cannot be used; it is written again when there is more to say. */
  recall(definition: object): unknown {
    const file = this.#fileOf(definition);
    if (!existsSync(file)) return undefined;
    try {
      return JSON.parse(readFileSync(file, "utf8"));
    } catch {
      return undefined;
    }
  }

  remember(definition: object, known: object): void {
    this.#writing = this.#writing.then(() => this.#write(definition, known)).catch(() => undefined); // it only costs time
  }

  async #write(definition: object, known: object): Promise<void> {
    const text = JSON.stringify(known);
    if (text.length > MAX_BYTES) return;
    await atomicWrite(this.#fileOf(definition), text, { createParents: true, mode: 0o600 });
  }

  forget(definition: object): void {
    const file = this.#fileOf(definition);
    this.#writing = this.#writing.then(() => rm(file, { force: true })).catch(() => undefined); // it is old soon
  }

  /** Resolves when everything is written. */
  async close(): Promise<void> {
    await this.#writing;
  }

  #fileOf(definition: object): string {
    // When it starts, and how long a call may take, says nothing about what it offers.
    const content = { ...definition, connect: undefined, timeout: undefined, enabled: undefined };
    const hash = createHash("sha256").update(canonicalJson(content)).digest("hex");
    return join(this.#folder, `${hash.slice(0, 32)}.json`);
  }
}
