/**
 * How much of a process's heap is alive, asked through V8's inspector: garbage is collected first, so that a number which grows
 * is a leak and not a collector that takes its time.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Launch } from "./contestants.ts";

/** The same launch, open to questions about its heap. */
export function withInspector(launch: Launch): Launch {
  return { ...launch, args: ["--inspect=127.0.0.1:0", ...launch.args] };
}

export class LiveHeap {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (result: { readonly usedSize?: number }) => void>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const { id, result } = JSON.parse(String(data)) as { id: number; result: { usedSize?: number } };
      this.#waiting.get(id)?.(result);
      this.#waiting.delete(id);
    });
  }

  static async of({ home }: Launch): Promise<LiveHeap> {
    const address = /ws:\/\/\S+/.exec(readFileSync(join(home, "stderr.txt"), "utf8"))?.[0];
    if (address === undefined) throw new Error("it was not started with an inspector");
    const socket = new WebSocket(address);
    await new Promise((open, fail) => {
      socket.addEventListener("open", open, { once: true });
      socket.addEventListener("error", () => fail(new Error(`no inspector at ${address}`)), { once: true });
    });
    return new LiveHeap(socket);
  }

  async megabytes(): Promise<number> {
    await this.#ask("HeapProfiler.collectGarbage");
    const { usedSize = Number.NaN } = await this.#ask("Runtime.getHeapUsage");
    return usedSize / 1024 / 1024;
  }

  close(): void {
    this.#socket.close();
  }

  #ask(method: string): Promise<{ readonly usedSize?: number }> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((answered) => {
      this.#waiting.set(id, answered);
      this.#socket.send(JSON.stringify({ id, method }));
    });
  }
}
