/** The echo server over HTTP as a process of its own, so that a test can take it away and bring it back on the same port. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";

const START = resolve(import.meta.dirname, "../servers/start.ts");

export async function startHttpEcho(port = 0): Promise<{ url: string; close(): Promise<void> }> {
  const child = spawn(process.execPath, [START, "echo", "--http", String(port)], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "exit");
  const [url] = (await once(createInterface({ input: child.stderr }), "line")) as [string];
  return {
    url,
    async close() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
