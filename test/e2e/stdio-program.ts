/** A `tackle serve --stdio`, spoken to line by line. */
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Gateway } from "./gateway.ts";
import { initializeParams, paramsOf, type Era, type Reply } from "./raw-clients.ts";

export class StdioProgram {
  readonly child;
  readonly ended: Promise<number | null>;
  stderr = "";
  /** Everything that came and answers nothing that was asked. */
  readonly strays: Reply[] = [];
  readonly #waiting = new Map<unknown, (reply: Reply) => void>();

  constructor({ bench, configFile }: Pick<Gateway, "bench" | "configFile">, args: readonly string[] = []) {
    this.child = bench.start(["serve", "--stdio", "--config", configFile, ...args]);
    this.child.stderr.on("data", (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.ended = once(this.child, "close").then(([code]) => code as number | null);
    createInterface(this.child.stdout).on("line", (line) => {
      const reply = JSON.parse(line) as Reply;
      const done = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if (done === undefined) this.strays.push(reply);
      else done(reply);
    });
  }

  send(id: number, method: string, params: Readonly<Record<string, unknown>> = {}): Promise<Reply> {
    return new Promise((done) => {
      this.#waiting.set(id, done);
      this.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    });
  }

  async handshake(): Promise<this> {
    await this.send(0, "initialize", initializeParams);
    return this;
  }

  async call(id: number, name: string, args = {}, era: Era = "legacy"): Promise<string> {
    const { result, error } = await this.send(id, "tools/call", paramsOf(era, { name, arguments: args }));
    const [content] = (result?.["content"] ?? []) as readonly { text: string }[];
    return content?.text ?? error?.message ?? "";
  }
}
