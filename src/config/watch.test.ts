import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ConfigDifference } from "./difference.ts";
import { loadConfig } from "./load-config.ts";
import { watchConfig, type ConfigWatcher } from "./watch.ts";

let home = "";
let watcher: ConfigWatcher | undefined;
let events: (ConfigDifference | "refused")[] = [];
let wake: () => void = () => {};

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "tackle-watch-"));
  events = [];
});
afterEach(() => {
  watcher?.close();
  rmSync(home, { recursive: true });
});

const userFile = () => join(home, ".config/tacklebox/config.json");
const write = (text: string, file = userFile()) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file); // as editors do
};
const servers = (...names: string[]) =>
  `{"mcpServers": {${names.map((name) => `"${name}": {"command": "x"}`).join(", ")}}}`;

async function start(): Promise<void> {
  const options = { env: { HOME: home }, cwd: home };
  watcher = watchConfig({
    ...options,
    current: await loadConfig(options),
    pollMs: 20,
    settleMs: 10,
    onChange: (_config, difference) => {
      events.push(difference);
      wake();
    },
    onRefused: () => {
      events.push("refused");
      wake();
    },
  });
}

async function eventsUpTo(count: number): Promise<typeof events> {
  while (events.length < count) await new Promise<void>((resolve) => (wake = resolve));
  return events;
}

describe("watchConfig", () => {
  it("tells which servers were added, removed and changed", async () => {
    write(servers("a", "b"));
    await start();
    write(`{"mcpServers": {"b": {"command": "y"}, "c": {"command": "x"}}}`);
    expect(await eventsUpTo(1)).toEqual([{ added: ["c"], removed: ["a"], changed: ["b"] }]);
  });

  it("says nothing when only comments, order or place changed", async () => {
    write(servers("a", "b"));
    await start();
    write(`// a comment\n\n${servers("b", "a")}`);
    write(servers("a", "b", "c"));
    expect(await eventsUpTo(1)).toEqual([{ added: ["c"], removed: [], changed: [] }]);
  });

  it("keeps what runs when the new text cannot be parsed, and goes on when it can", async () => {
    write(servers("a"));
    await start();
    write(`{"mcpServers": {`);
    expect(await eventsUpTo(1)).toEqual(["refused"]);
    write(servers("a", "b"));
    expect(await eventsUpTo(2)).toEqual(["refused", { added: ["b"], removed: [], changed: [] }]);
  });

  it("sees a file in a folder that did not exist before, and a new .env", async () => {
    await start();
    write(`{"mcpServers": {"a": {"command": "\${TOOL:-x}"}}}`);
    expect(await eventsUpTo(1)).toEqual([{ added: ["a"], removed: [], changed: [] }]);
    write("TOOL=y", join(dirname(userFile()), ".env"));
    expect(await eventsUpTo(2)).toContainEqual({ added: [], removed: [], changed: ["a"] });
  });

  it("turns a burst of writes into few readings", async () => {
    await start();
    for (let round = 0; round < 100; round++) write(servers("a", `b${round}`));
    const all = await eventsUpTo(1);
    expect(all.length).toBeLessThan(20);
  });
});
