/** The echo server over HTTP as a process of its own, so that a test can take it away and bring it back on the same port. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";

const START = resolve(import.meta.dirname, "../servers/start.ts");

const running = new Set<ChildProcess>();

/** Ends what a failed test left running. */
export function endHttpEchoes(): void {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
}

export async function startHttpEcho(port = 0): Promise<{ url: string; close(): Promise<void> }> {
  const child = spawn(process.execPath, [START, "echo", "--http", String(port)], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "exit");
  running.add(child);
  const [url] = (await once(createInterface({ input: child.stderr }), "line")) as [string];
  return {
    url,
    async close() {
      child.kill("SIGKILL");
      await ended;
      running.delete(child);
    },
  };
}
