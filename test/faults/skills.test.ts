/** Whatever a skill does, it does to itself: the host, the other skills and the next call are as they were. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Box, CallOptions } from "../../src/box/box.ts";
import { createBox, type CreateBoxOptions } from "../../src/box/create-box.ts";
import { readSkillFile } from "../../src/servers/skills/read-skill-file.ts";
import { SkillRunner } from "../../src/servers/skills/run/skill-runner.ts";
import type { CallResult, JsonObject } from "../../src/types.ts";
import { readSkillContent } from "../../src/util/skills/skill-content.ts";
import { processesWith, until as waitUntil } from "./stdio-harness.ts";

let home = "";
let box: Box | undefined;
let printed: string[] = [];

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "tackle-skills-")));
  printed = [];
});
afterEach(async () => {
  await box?.stop();
  box = undefined;
  rmSync(home, { recursive: true });
});

/** One of the user's own. */
function skill(name: string, text: string, file = "skill.ts"): string {
  return write(join(home, ".config/tacklebox/skills", name, file), text);
}

function write(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

async function start(options: CreateBoxOptions = {}): Promise<Box> {
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: undefined, XDG_STATE_HOME: undefined };
  box = await createBox({ discover: true, env, cwd: home, ...options });
  box.on("server-stderr", ({ line }) => printed.push(line));
  await box.start();
  return box;
}

function call(name: string, args: JsonObject = {}, options: CallOptions = {}): Promise<CallResult> {
  const [server = "", tool = ""] = name.split(".");
  if (box === undefined) throw new Error("no box");
  return box.call({ server, tool }, args, options);
}

const stateOf = (name: string) => box?.statusOf(name);

/** The processes of the skills in this home. */
const running = () => processesWith(join(home, ".config/tacklebox/skills"));

const until = (isSo: () => boolean) => waitUntil(isSo, 20_000, "what the test waits for");

const WELL = `
/** Where the process is. */
export function pid(): { pid: number } { return { pid: process.pid }; }
let count = 0;
/** Counts. */
export function count_up() { return ++count; }
/** Waits for a file. */
export async function wait(file: string) {
  console.log("waiting");
  const { existsSync } = await import("node:fs");
  while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 10));
  return "waited";
}
`;

describe("a function that misbehaves", () => {
  it.each([
    ["loops for ever", "for (;;) {}"],
    ["waits for ever", "return new Promise(() => setInterval(() => {}, 1000));"],
    ["cannot be ended gently", `process.on("SIGTERM", () => {}); for (;;) {}`],
    ["loops in a microtask", "await null; const spin = async () => { for (;;) await null; }; await spin();"],
  ])("is ended by its deadline when it %s, and the next call starts afresh", async (_what, body) => {
    skill("bad", `${WELL}\nexport async function act() { ${body} }`);
    await start();
    expect((await call("bad.count_up")).output).toBe("1");
    expect((await call("bad.count_up")).output).toBe("2");
    const [before] = running();
    expect(await call("bad.act", {}, { timeoutMs: 700 })).toMatchObject({
      success: false,
      outcome: "timeout",
    });
    expect((await call("bad.count_up")).output).toBe("1");
    await until(() => running().every((pid) => pid !== before));
    expect(running()).toHaveLength(1);
  });

  it.each([
    ["exits", "process.exit(3)", "its process ended with exit code 3"],
    ["exits later", "setTimeout(() => process.exit(0), 20); return new Promise(() => {})", "exit code 0"],
    ["kills itself", `process.kill(process.pid, "SIGKILL"); for (;;) {}`, "its process ended with SIGKILL"],
    ["aborts", "process.abort()", "SIGABRT"],
    [
      "throws where nobody catches",
      `setTimeout(() => { throw new Error("late") }, 5); return new Promise(() => {})`,
      "exit code 1",
    ],
    [
      "closes the channel",
      "process.disconnect(); return new Promise(() => setInterval(() => {}, 1000))",
      "its process ended",
    ],
    ["eats all memory", "const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()))", "SIGABRT"],
    ["throws", `throw new Error("no luck")`, "no luck"],
    ["throws a text", `throw "just text"`, "just text"],
    ["throws nothing", "throw undefined", "The tool failed and threw undefined"],
    [
      "recurses without end",
      "const dive = (): number => dive() + 1; return dive()",
      "Maximum call stack size exceeded",
    ],
    ["returns a circle", "const a: any = {}; a.a = a; return a", "circular"],
    ["returns a bigint", "return 5n", "BigInt"],
    ["returns a function", "return () => 1", "The tool returned a function, which is no JSON"],
    ["returns bytes", "return new Uint8Array(5)", "The tool returned bytes"],
    ["returns too much", `return "x".repeat(20 * 1024 * 1024)`, "more than the 16 MiB"],
    ["cannot be written", `return { toJSON() { throw new Error("never") } }`, "never"],
  ])("fails its call alone when it %s", async (_what, body, message) => {
    skill("bad", `/** Acts. */ export function act() { ${body} }`);
    skill("well", WELL);
    await start();
    const waiting = call("well.wait", { file: join(home, "go") });
    const failed = await call("bad.act");
    expect(failed).toMatchObject({ success: false, outcome: "tool-error" });
    expect(failed.error).toContain(message);
    write(join(home, "go"), "");
    expect(await waiting).toMatchObject({ success: true, output: "waited" });
    expect(stateOf("bad")).toMatchObject({ state: "ready" });
  });

  it("keeps to itself what it does to the language", async () => {
    skill(
      "bad",
      `/** Acts. */ export function act() {
        JSON.stringify = () => "mine"; JSON.parse = () => 1; Object.prototype.polluted = true; Array.isArray = () => false;
        process.send = undefined; console.error = () => { throw new Error("x") }; Reflect.apply = () => "taken";
        process.removeAllListeners("disconnect"); process.chdir("/"); process.env.PATH = "";
        return { polluted: true };
      }
      export function after() { return ["still", "here"]; }`,
    );
    await start();
    expect(await call("bad.act")).toMatchObject({ success: true, data: { polluted: true } });
    expect(JSON.stringify({ a: 1 })).toBe('{"a":1}');
    expect("polluted" in {}).toBe(false);
    expect(process.cwd()).not.toBe("/");
    expect((await call("bad.after")).server).toBe("bad");
  });

  it("floods only its own log, which is cut", async () => {
    skill(
      "bad",
      `/** Acts. */ export async function act() { for (let i = 0; i < 1e5; i++) console.log("line", i); await new Promise((written) => process.stdout.write("y".repeat(5e6), written)); return "done"; }`,
    );
    await start();
    expect(await call("bad.act")).toMatchObject({ success: true, output: "done" });
    await box?.stop();
    await until(() => printed.some((line) => /lines left out/.test(line)));
    expect(printed.length).toBeLessThan(3000);
  });

  it("leaves no process behind, whatever it started", async () => {
    skill(
      "bad",
      `import { spawn } from "node:child_process";
      /** Acts. */ export function act() { spawn("sleep", ["1000"], { detached: true, env: { ...process.env, HOME_OF_TEST: ${JSON.stringify(home)} } }); return process.pid; }`,
    );
    await start();
    expect(await call("bad.act")).toMatchObject({ success: true });
    await until(() => processesWith(home).length >= 2);
    await box?.stop();
    expect(processesWith(home)).toEqual([]);
  });
});

describe("a module that misbehaves when it is loaded", () => {
  it.each([
    ["throws", `throw new Error("not today");`, "it could not be loaded: not today (skill.ts:1:7)"],
    ["exits", "process.exit(7);", "its process ended with exit code 7"],
    ["imports what is not there", `import "./missing.ts";`, "it could not be loaded: Cannot find module"],
    ["lacks an export", `import { nothing } from "node:fs"; nothing;`, "it could not be loaded:"],
  ])("fails each call with the reason when it %s", async (_what, text, message) => {
    skill("bad", `${text}\n/** Acts. */ export function act() { return 1 }`);
    await start();
    expect(stateOf("bad")).toMatchObject({ state: "ready", tools: 1 });
    for (const _again of [1, 2]) {
      const failed = await call("bad.act");
      expect(failed).toMatchObject({ success: false, outcome: "tool-error" });
      expect(failed.error).toContain(message);
    }
    await until(() => running().length === 0);
  });

  it.each([
    ["loops", "for (;;) {}"],
    ["waits", "await new Promise(() => setInterval(() => {}, 1000));"],
  ])("is ended by the deadline of the call when it %s", async (_what, text) => {
    skill("bad", `${text}\n/** Acts. */ export function act() { return 1 }`);
    await start();
    expect(await call("bad.act", {}, { timeoutMs: 700 })).toMatchObject({ outcome: "timeout" });
    await until(() => running().length === 0);
  });
});

describe("a source that is not right", () => {
  it("is shown as failed with file, line and column, and the others are untouched", async () => {
    const file = skill("broken", "export function a() {}\nexport function b( {");
    skill("well", WELL);
    await start();
    expect(stateOf("broken")).toMatchObject({
      state: "failed",
      reason: `${file}:2:21: Unexpected token`,
      tools: 0,
    });
    expect(await call("well.count_up")).toMatchObject({ success: true });
    const failed = await call("broken.a");
    expect(failed.success).toBe(false);
    expect(running()).toHaveLength(1);
  });

  it("can hold a type that is not understood: any value is taken, and the log says where", async () => {
    const file = skill(
      "odd",
      `/** Acts. */\nexport function act(when: Map<string, number>, n: number) { return { when, n } }`,
    );
    await start();
    expect(await call("odd.act", { when: ["x", { y: 1 }], n: 1 })).toMatchObject({
      data: { when: ["x", { y: 1 }], n: 1 },
    });
    expect(printed).toContain(
      `${file}:2:27: act: the type 'Map' cannot be described, so any value is taken there`,
    );
  });
});

describe("calls at the same time", () => {
  it("share one process, also while it starts", async () => {
    skill("well", WELL);
    await start();
    const pids = await Promise.all(Array.from({ length: 8 }, () => call("well.pid")));
    expect(new Set(pids.map(({ output }) => output)).size).toBe(1);
  });

  it("may finish in a process in which another was given up", async () => {
    skill("well", WELL);
    await start();
    const before = await call("well.pid");
    const waiting = call("well.wait", { file: join(home, "go") });
    const controller = new AbortController();
    const abandoned = call("well.wait", { file: "/never" }, { signal: controller.signal });
    await until(() => printed.filter((line) => line === "waiting").length === 2);
    controller.abort();
    expect(await abandoned).toMatchObject({ outcome: "cancelled" });
    expect((await call("well.pid")).output).not.toBe(before.output);
    expect(running()).toHaveLength(2);
    write(join(home, "go"), "");
    expect(await waiting).toMatchObject({ success: true, output: "waited" });
    await until(() => running().length === 1);
  });
});

describe("the process of a skill", () => {
  it("ends when nobody has called for a while, and starts again", async () => {
    const file = skill("well", WELL);
    const { tools } = readSkillFile("well", file);
    const target = tools.find(({ name }) => name === "count_up");
    if (target === undefined) throw new Error("no tool");
    const { hash } = readSkillContent(file);
    const runner = new SkillRunner({
      name: "well",
      file,
      hash,
      cwd: home,
      env: {},
      inherited: {},
      onLog: () => {},
      idleMs: 300,
    });
    const count = () =>
      runner.call({ target: target.target, passing: target.passing, args: {} }, new AbortController().signal);
    try {
      expect([await count(), await count()]).toEqual([1, 2]);
      await until(() => running().length === 0);
      expect(await count()).toBe(1);
    } finally {
      await runner.close();
    }
    await expect(count()).rejects.toThrow("Skill 'well' was stopped");
  });

  it("gets a safe part of the environment and what its entry configures", async () => {
    skill(
      "well",
      `/** All. */ export function all(): Record<string, string | undefined> { return { ...process.env }; }`,
    );
    process.env["TACKLE_TEST_SECRET"] = "do not tell";
    process.env["NODE_OPTIONS"] = "--no-warnings";
    onTestFinished(() => {
      delete process.env["TACKLE_TEST_SECRET"];
      delete process.env["NODE_OPTIONS"];
    });
    await start({ mcpServers: { well: { type: "skill", env: { GIVEN: "yes" } } } });
    const { data } = await call("well.all");
    expect(data).toMatchObject({ GIVEN: "yes", PATH: expect.any(String) });
    for (const name of ["TACKLE_TEST_SECRET", "NODE_OPTIONS", "NODE_CHANNEL_FD"])
      expect(data).not.toHaveProperty(name);
  });

  it("fails its calls when it cannot be started", async () => {
    skill("well", WELL);
    await start({ mcpServers: { well: { type: "skill", cwd: join(home, "gone") } } });
    expect((await call("well.pid")).error).toContain(`its process in ${join(home, "gone")} failed`);
    mkdirSync(join(home, "gone"));
    expect(await call("well.pid")).toMatchObject({ success: true });
  });

  it("is found behind a linked folder, and in CommonJS", async () => {
    const target = write(
      join(home, "dotfiles/linked/skill.js"),
      `exports.a = () => __filename; exports.b = require("./b").b;`,
    );
    write(join(home, "dotfiles/linked/b.js"), "exports.b = () => 2;");
    mkdirSync(join(home, ".config/tacklebox/skills"), { recursive: true });
    symlinkSync(join(home, "dotfiles/linked"), join(home, ".config/tacklebox/skills/linked"));
    await start();
    expect((await call("linked.a")).output).toBe(JSON.stringify(target).slice(1, -1));
  });

  it("makes one instance of a class, and calls functions as they are", async () => {
    skill(
      "well",
      `export default class Counter { #n = 0; /** Adds. */ add(by = 1) { return (this.#n += by); } /** Joins. */ join(first: string, second = "b", ...rest: string[]) { return [first, second, ...rest].join(""); } }
      /** Of one. */ export function whole(options: { a?: number } = { a: 5 }) { return options; }`,
    );
    await start();
    await call("well.add", { by: 2 });
    expect((await call("well.add")).output).toBe("3");
    expect((await call("well.join", { first: "a", rest: ["c", "d"] })).output).toBe("abcd");
    expect((await call("well.join", { first: "a", second: "x" })).output).toBe("ax");
    expect((await call("well.whole")).data).toEqual({ a: 5 });
    expect((await call("well.whole", { a: 1 })).data).toEqual({ a: 1 });
  });

  it("may return protocol content, and keeps the promise of its type", async () => {
    skill(
      "well",
      `/** An image. */ export function image() { return { content: [{ type: "image", data: "aGk=", mimeType: "image/png" }] }; }
      /** Promises. */ export function promise(): { a: string } { return undefined as never; }`,
    );
    await start();
    expect((await call("well.image")).content).toEqual([
      { type: "image", data: "aGk=", mimeType: "image/png" },
    ]);
    expect((await call("well.promise")).error).toContain(
      "returned nothing, and its declared type promises an object",
    );
  });

  it.skipIf(process.platform !== "linux")("does not outlive a host that is killed", async () => {
    skill(
      "stuck",
      `/** Stays. */ export function stay() { console.log("running"); process.on("SIGTERM", () => {}); for (;;) {} }`,
    );
    const file = join(import.meta.dirname, "hosts/run-skill.ts");
    const host = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", file, home], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void host.kill("SIGKILL"));
    await once(host.stdout, "data");
    expect(running()).toHaveLength(1);
    host.kill("SIGKILL");
    await until(() => running().length === 0);
  });
});

describe("the code of a skill", () => {
  it("is checked in the instant in which it is loaded", async () => {
    const other = join(home, ".config/tacklebox/skills/late/other.ts");
    write(other, "export const a = 1;");
    skill("late", `/** Loads. */ export async function load() { return (await import("./other.ts")).a; }`);
    await start();
    expect((await call("late.load")).output).toBe("1");
    await box?.server("late").reconnect(); // the process is a new one, which has not loaded it
    const first = call("late.load", {}, { timeoutMs: 20_000 });
    write(other, "export const a = 2;");
    const { success, output, error } = await first;
    // Whoever was first, what was changed is not run.
    expect(success ? output : error).toMatch(/^1$|changed since/);
  });

  it("may not come from a path that nobody could have read", async () => {
    write(join(home, "elsewhere.ts"), "export const a = 1;");
    skill("sly", `/** Loads. */ export async function load(path: string) { return (await import(path)).a; }`);
    await start();
    const { error } = await call("sly.load", { path: join(home, "elsewhere.ts") });
    expect(error).toContain("elsewhere.ts is no part of the skill as it was read");
  });

  it("may use packages, data and what it imports from outside of its folder", async () => {
    const folder = join(home, ".config/tacklebox/skills/rich");
    write(join(folder, "node_modules/pack/package.json"), `{"name": "pack", "main": "lib.js"}`);
    write(join(folder, "node_modules/pack/lib.js"), `exports.value = require("./more").value;`);
    write(join(folder, "node_modules/pack/more.js"), "exports.value = 3;");
    write(join(folder, "data.json"), `{"value": 4}`);
    write(join(home, ".config/tacklebox/shared.ts"), "export const shared: number = 5;");
    skill(
      "rich",
      `import pack from "pack"; import data from "./data.json" with { type: "json" }; import { shared } from "../../shared.ts";
      import { sep } from "node:path";
      /** All. */ export function all() { return [pack.value, data.value, shared, sep.length]; }`,
    );
    await start();
    expect((await call("rich.all")).output).toBe("[3,4,5,1]");
  });
});

describe("hot reload", () => {
  it("takes over a changed file, lets calls finish on the old one, and tells", async () => {
    skill("well", WELL);
    await start({ watch: true });
    const waiting = call("well.wait", { file: join(home, "go") });
    await until(() => printed.includes("waiting"));
    let told = 0;
    box?.on("catalog-change", () => (told += 1));
    skill("well", `/** New. */ export function fresh() { return "new"; }`);
    await until(() => box?.catalog.byRef({ server: "well", tool: "fresh" }) !== undefined);
    expect(told).toBeGreaterThan(0);
    expect(box?.catalog.byRef({ server: "well", tool: "pid" })).toBeUndefined();
    expect((await call("well.fresh")).output).toBe("new");
    write(join(home, "go"), "");
    expect(await waiting).toMatchObject({ success: true, output: "waited" });
    await until(() => running().length === 1);
  });

  it("shows a file that was broken as failed, until it is mended; the others go on", async () => {
    const file = skill("a", `/** One. */ export function one() { return 1; }`);
    skill("b", WELL);
    await start({ watch: true });
    const { output } = await call("b.pid");
    skill("a", "export function one( {");
    await until(() => stateOf("a")?.state === "failed");
    expect(stateOf("a")?.reason).toBe(`${file}:1:23: Unexpected token`);
    expect(box?.catalog.ofServer("a")).toEqual([]);
    skill("a", `/** Two. */ export function two() { return 2; }`);
    await until(() => stateOf("a")?.state === "ready");
    expect((await call("a.two")).output).toBe("2");
    expect((await call("b.pid")).output).toBe(output);
  });

  it("finds new skills, and forgets those that are gone", async () => {
    skill("a", WELL);
    await start({ watch: true });
    skill("b", WELL);
    await until(() => box?.status().find(({ name }) => name === "b")?.state === "ready");
    rmSync(join(home, ".config/tacklebox/skills/a"), { recursive: true });
    await until(() => box?.status().every(({ name }) => name !== "a") === true);
    expect(await call("b.count_up")).toMatchObject({ success: true });
  });

  it("does not run a project's changed code before it is approved", async () => {
    const project = join(home, "project");
    const file = write(join(project, "skills/theirs/skill.ts"), WELL);
    const approvals = join(home, ".local/state/tacklebox/approved-servers.json");
    const { fingerprint } = await import("../../src/gate/trust.ts");
    const { loadConfig } = await import("../../src/config/load-config.ts");
    const config = await loadConfig({ env: { HOME: home }, cwd: project });
    const server = config.servers.get("theirs");
    if (server?.status !== "valid") throw new Error("no skill");
    write(
      approvals,
      JSON.stringify([{ fingerprint: fingerprint(server.subject), name: "theirs", file, approvedAt: "" }]),
    );
    await start({ cwd: project, watch: true });
    expect(await call("theirs.count_up")).toMatchObject({ success: true });
    write(
      file,
      `${WELL}\nimport { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(join(home, "ran"))}, "");`,
    );
    await until(() => stateOf("theirs")?.state === "untrusted");
    expect(await call("theirs.count_up")).toMatchObject({ success: false });
    expect(() => readFileSync(join(home, "ran"))).toThrow("ENOENT");
  });

  it("is not there without watching: changed code is refused rather than run", async () => {
    skill("well", WELL);
    await start();
    skill("well", `${WELL} // changed`);
    expect((await call("well.count_up")).error).toContain("changed since it was read");
    expect(running()).toEqual([]);
  });
});

it("does not offer a skill whose name a server has", async () => {
  skill("echo", WELL);
  await start({ mcpServers: { echo: { type: "inprocess" } } });
  expect(box?.catalog.ofServer("echo").map(({ tool }) => tool)).toEqual(["echo"]);
  expect(box?.config.problems.map(({ message }) => message)).toEqual([
    expect.stringContaining("Skill 'echo' is not offered"),
  ]);
});

it("starts two hundred skills without a process, and runs those that are called", async () => {
  for (let index = 0; index < 200; index++) skill(`skill-${index}`, WELL);
  await start();
  expect(box?.status().filter(({ state }) => state === "ready")).toHaveLength(200);
  expect(box?.catalog.tools).toHaveLength(600);
  expect(running()).toEqual([]);
  const some = Array.from({ length: 6 }, (_, index) => call(`skill-${index * 30}.count_up`));
  for (const result of await Promise.all(some)) expect(result).toMatchObject({ success: true, output: "1" });
  expect(running()).toHaveLength(6);
  await box?.stop();
  expect(running()).toEqual([]);
});
