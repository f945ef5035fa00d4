import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ConfigDifference } from "./difference.ts";
import { loadConfig, type LoadOptions } from "./load-config.ts";
import { watchConfig, type ConfigWatcher, type WatchOptions } from "./watch.ts";

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

async function start(rest: Partial<WatchOptions> = {}, beforeWatch = () => {}): Promise<void> {
  const options: LoadOptions = { env: { HOME: home }, cwd: home, ...rest };
  const current = await loadConfig(options);
  beforeWatch();
  watcher = watchConfig({
    current,
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
    ...options,
    ...rest,
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
    expect(await eventsUpTo(1)).toEqual([{ added: ["c"], removed: ["a"], changed: ["b"], settings: false }]);
  });

  it("says nothing when only comments, order or place changed", async () => {
    write(servers("a", "b"));
    await start();
    write(`// a comment\n\n${servers("b", "a")}`);
    write(servers("a", "b", "c"));
    expect(await eventsUpTo(1)).toEqual([{ added: ["c"], removed: [], changed: [], settings: false }]);
  });

  it("keeps what runs when the new text cannot be parsed, and goes on when it can", async () => {
    write(servers("a"));
    await start();
    write(`{"mcpServers": {`);
    expect(await eventsUpTo(1)).toEqual(["refused"]);
    write(servers("a", "b"));
    expect(await eventsUpTo(2)).toEqual([
      "refused",
      { added: ["b"], removed: [], changed: [], settings: false },
    ]);
  });

  it("sees a file in a folder that did not exist before, and a new .env", async () => {
    await start();
    write(`{"mcpServers": {"a": {"command": "\${TOOL:-x}"}}}`);
    expect(await eventsUpTo(1)).toEqual([{ added: ["a"], removed: [], changed: [], settings: false }]);
    write("TOOL=y", join(dirname(userFile()), ".env"));
    expect(await eventsUpTo(2)).toContainEqual({ added: [], removed: [], changed: ["a"], settings: false });
  });

  it("turns a burst of writes into few readings", async () => {
    await start();
    for (let round = 0; round < 100; round++) write(servers("a", `b${round}`));
    const all = await eventsUpTo(1);
    expect(all.length).toBeLessThan(20);
  });

  it("sees a change that was made between the reading and the watching", async () => {
    write(servers("a"));
    await start({}, () => write(servers("a", "b")));
    expect(await eventsUpTo(1)).toMatchObject([{ added: ["b"] }]);
  });

  it("sees a project file that appears nearer than the one that was found, and one where there was none", async () => {
    const cwd = join(home, "far/nearer/near");
    mkdirSync(cwd, { recursive: true });
    await start({ cwd });
    write(servers("far"), join(home, "far/.mcp.json"));
    expect(await eventsUpTo(1)).toMatchObject([{ added: ["far"], removed: [] }]);
    write(servers("nearer"), join(home, "far/nearer/tackle.json"));
    expect(await eventsUpTo(2)).toMatchObject([{}, { added: ["nearer"], removed: ["far"] }]);
    rmSync(join(home, "far/nearer/tackle.json"));
    expect(await eventsUpTo(3)).toMatchObject([{}, {}, { added: ["far"], removed: ["nearer"] }]);
  });

  it("tells a change of settings or policy alone", async () => {
    write(`{"mcpServers": {"a": {"command": "x"}}}`);
    await start();
    write(`{"mcpServers": {"a": {"command": "x"}}, "policy": [{"tool": "*", "decision": "deny"}]}`);
    expect(await eventsUpTo(1)).toEqual([{ added: [], removed: [], changed: [], settings: true }]);
  });

  it("goes on after a listener that throws, and hands the error on", async () => {
    const errors: unknown[] = [];
    let calls = 0;
    write(servers("a"));
    await start({
      onChange: (_config, difference) => {
        events.push(difference);
        wake();
        calls += 1;
        if (calls === 1) throw new Error("listener");
      },
      onRefused: () => {
        events.push("refused");
        wake();
        throw new Error("other listener");
      },
      onError: (error) => errors.push(error),
    });
    write(servers("a", "b"));
    await eventsUpTo(1);
    write("{");
    await eventsUpTo(2);
    write(servers("a", "b", "c"));
    expect(await eventsUpTo(3)).toMatchObject([{ added: ["b"] }, "refused", { added: ["c"] }]);
    expect(errors).toMatchObject([{ message: "listener" }, { message: "other listener" }]);
  });

  it("tries again after a reading that throws, and says the same error once", async () => {
    const errors: unknown[] = [];
    let isBroken = false;
    await start({
      lookUpSecret: () => {
        if (isBroken) throw new Error("no store");
        return { kind: "value", value: "secret" };
      },
      onError: (error) => {
        errors.push(error);
        wake();
      },
    });
    isBroken = true;
    write(`{"mcpServers": {"a": {"command": "x", "env": {"K": "\${secret:K}"}}}}`);
    while (errors.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(errors).toMatchObject([{ message: "no store" }]);
    isBroken = false;
    expect(await eventsUpTo(1)).toMatchObject([{ added: ["a"] }]);
  });

  it("keeps what runs when a file with servers is emptied, as editors do before they write", async () => {
    write(servers("a"));
    await start();
    write("");
    expect(await eventsUpTo(1)).toEqual(["refused"]);
    write(servers("a", "b"));
    expect(await eventsUpTo(2)).toMatchObject(["refused", { added: ["b"], removed: [] }]);
  });
});
