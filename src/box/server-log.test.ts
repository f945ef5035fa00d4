import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ServerState } from "../types.ts";
import { createRedactor } from "../util/redact.ts";
import { EventHub } from "./events.ts";
import { keepServerLogs, serverLogFile } from "./server-log.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "tackle-server-log-"));
});
afterEach(() => rmSync(home, { recursive: true }));

/** The messages in the log of a server that went through these states. */
async function logOf(states: readonly ServerState[]): Promise<readonly string[]> {
  const events = new EventHub((error) => expect.fail(String(error)));
  const logs = keepServerLogs(events, { HOME: home }, createRedactor());
  const nothing = { hint: undefined, era: undefined, protocolVersion: undefined, reason: undefined };
  for (const state of states) {
    events.emit("server-state", { name: "files", state, since: 0, tools: 0, restarts: 0, ...nothing });
    if (state === "starting") events.emit("server-stderr", { server: "files", line: "hello" });
  }
  await logs.close();
  const file = serverLogFile({ HOME: home }, "files");
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => (JSON.parse(line) as { message: string }).message);
}

it("tells of a run from its start to its end, with what the server wrote", async () => {
  expect(await logOf(["starting", "ready", "stopping", "idle"])).toEqual([
    "is starting",
    "hello",
    "is ready",
    "is stopping",
    "is idle",
  ]);
});

it.each<{ states: ServerState[] }>([
  { states: ["stopping", "idle"] },
  { states: ["idle"] },
  { states: ["disabled"] },
  { states: ["untrusted"] },
  { states: ["invalid"] },
])("has no line of a server that was only looked at: $states", async ({ states }) => {
  expect(await logOf(states)).toEqual([]);
});

it("tells that a server which ran was switched off, once", async () => {
  const messages = await logOf(["starting", "ready", "stopping", "disabled", "disabled", "stopping", "idle"]);
  expect(messages).toEqual(["is starting", "hello", "is ready", "is stopping", "is disabled"]);
});

it("tells of the end of one that failed", async () => {
  const messages = await logOf(["starting", "failed", "stopping", "idle", "stopping", "idle"]);
  expect(messages).toEqual(["is starting", "hello", "is failed", "is stopping", "is idle"]);
});
