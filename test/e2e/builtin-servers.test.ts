/** The built-in servers on files as a user meets them: switched on in the configuration, called from outside, switched off. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBox } from "../../src/box/create-box.ts";
import { BUILT_IN_SERVERS } from "../../src/config/built-in-servers.ts";
import { Bench } from "./tackle.ts";

const NAMES = ["edit", "filesystem", "search"];

describe("on the command line", () => {
  let bench: Bench;
  beforeEach(() => {
    bench = new Bench();
  });
  afterEach(() => bench.dispose());

  it("are offered by the list 'builtin', on the folder where one is", async () => {
    bench.write(bench.userFile, JSON.stringify({ settings: { builtin: NAMES } }));
    bench.write("a.txt", "hello");
    const listed = (await bench.run(["list", "--json"])).json as { name: string; type: string }[];
    expect(listed.map(({ name, type }) => [name, type])).toEqual(NAMES.map((name) => [name, "inprocess"]));
    const tools = (await bench.run(["tools", "--json"])).json as { name: string; server: string }[];
    expect(tools.map(({ name }) => name)).toContain("mcp__filesystem__read_file");
    expect(tools.filter(({ server }) => NAMES.includes(server))).toHaveLength(14);

    const read = await bench.run(["call", "mcp__filesystem__read_file", "path=a.txt"]);
    expect(read).toMatchObject({ code: 0, stdout: "hello\n" });
    bench.write("empty.txt", "");
    const empty = await bench.run(["call", "mcp__filesystem__read_file", "path=empty.txt"]);
    expect(empty).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\n?$/) });
    const edited = await bench.run([
      "call",
      "replace@edit",
      "path=a.txt",
      "old_text=hello",
      "new_text=bye",
      "--json",
    ]);
    expect(edited.json).toMatchObject({ success: true, data: { changed: true } });
    expect(bench.read("a.txt")).toBe("bye");
    const found = await bench.run(["call", "grep@search", "pattern=b.e", "--json"]);
    expect(found.json).toMatchObject({ success: true, output: "a.txt:1:bye" });
    const outside = await bench.run(["call", "read_file@filesystem", `path=${bench.userFile}`, "--json"]);
    expect(outside).toMatchObject({
      code: 1,
      json: { success: false, error: expect.stringContaining("outside of the allowed folders") },
    });
  });

  it("are added with a folder of their own, checked by the doctor, and removed", async () => {
    mkdirSync(join(bench.home, "notes"));
    bench.write(join(bench.home, "notes/n.txt"), "a note");
    await bench.run(["add", "filesystem", "--transport", "inprocess", "--cwd", join(bench.home, "notes")]);
    expect((await bench.run(["call", "read_file@filesystem", "path=n.txt"])).stdout).toBe("a note\n");
    const doctor = (await bench.run(["doctor", "--json"])).json as {
      checks: { name: string; result: string }[];
    };
    expect(JSON.stringify(doctor)).toContain(`"name":"Server 'filesystem'","result":"ok"`);
    expect((await bench.run(["remove", "filesystem"])).code).toBe(0);
    expect((await bench.run(["list", "--json"])).json).toEqual([]);
  });

  it("have the time that a call asks for, and tell what a command had said when it was over", async () => {
    bench.write(bench.userFile, JSON.stringify({ settings: { builtin: ["bash"], timeout: 400 } }));
    const call = (command: string, ...more: string[]) =>
      bench.run(["call", "execute@bash", `command=${command}`, ...more, "--json"]);
    const finished = await call("sleep 1; echo done", "timeout=20");
    expect(finished.json).toMatchObject({ success: true, data: { stdout: "done\n" } });
    const cutOff = await call("echo before; sleep 60", "timeout=0.5");
    expect(cutOff.json).toMatchObject({ success: false, data: { timed_out: true, stdout: "before\n" } });
  });

  it("work in the repositories that their roots name, and name the option where one is missing", async () => {
    const main = join(bench.home, "elsewhere/main");
    const linked = join(bench.home, "elsewhere/linked");
    mkdirSync(main, { recursive: true });
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.org", ...args], { cwd: main });
    git("init", "--quiet", "--initial-branch=main");
    git("commit", "--quiet", "--allow-empty", "-m", "Begin");
    git("worktree", "add", "--quiet", "-b", "side", linked);
    const entry = (roots: string[]) => ({ builtin: "git", options: { roots } });
    const mcpServers = { both: entry([linked, main]), one: entry([linked]), none: { builtin: "git" } };
    bench.write(bench.userFile, JSON.stringify({ mcpServers }));
    const status = (server: string, ...more: string[]) =>
      bench.run(["call", `status@${server}`, ...more, "--json"]);
    expect((await status("both")).json).toMatchObject({ success: true, data: { branch: "side" } });
    expect((await status("both", `repository=${main}`)).json).toMatchObject({ data: { branch: "main" } });
    const refused = { success: false, error: expect.stringContaining("'options.roots'") };
    expect((await status("one")).json).toMatchObject(refused);
    expect((await status("none", `repository=${main}`)).json).toMatchObject(refused);
  });

  it("say why they do not start", async () => {
    const entry = (options: object) => ({ builtin: "filesystem", options });
    bench.write(
      bench.userFile,
      JSON.stringify({ mcpServers: { a: entry({ roots: ["/not/there"] }), b: entry({ rots: [] }) } }),
    );
    const tests = await Promise.all(["a", "b"].map((name) => bench.run(["test", name, "--json"])));
    expect(JSON.stringify(tests[0]?.json)).toContain("The root /not/there does not exist");
    expect(JSON.stringify(tests[1]?.json)).toContain("There is no option 'rots'");
  });

  it("wait for approval in a project, and ask again when the roots change", async () => {
    const write = (roots: string[]) =>
      bench.write(
        ".mcp.json",
        JSON.stringify({ mcpServers: { files: { builtin: "filesystem", options: { roots } } } }),
      );
    const statusOf = async () =>
      ((await bench.run(["list", "--json"])).json as { status: string }[])[0]?.status;
    write(["."]);
    expect(await statusOf()).toBe("untrusted");
    expect((await bench.run(["trust", "files", "--yes"])).stdout).toContain("files");
    expect(await statusOf()).toBe("enabled");
    write(["/"]);
    expect(await statusOf()).toBe("untrusted");
  });
});

describe("in a program", () => {
  it("refuse an option that they do not have, and take variables where they have a use for them", async () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "tackle-builtin-")));
    const options = { rots: ["/"] };
    const strict = Object.fromEntries(
      BUILT_IN_SERVERS.map(({ name }) => [`${name}-1`, { builtin: name, options }]),
    );
    const box = await createBox({
      env: { HOME: base, PATH: process.env["PATH"], MINE: "yours" },
      cwd: base,
      mcpServers: { ...strict, shell: { builtin: "bash", env: { OURS: "${MINE}" } } },
    });
    try {
      await box.start();
      const states = box.status().filter(({ name }) => name !== "shell");
      expect(states).toHaveLength(BUILT_IN_SERVERS.length);
      for (const state of states)
        expect(state).toMatchObject({ reason: expect.stringContaining("There is no option 'rots'") });
      const said = await box.call({ server: "shell", tool: "execute" }, { command: "echo $OURS" });
      expect(said).toMatchObject({ success: true, data: { stdout: "yours\n" } });
    } finally {
      await box.stop();
      rmSync(base, { recursive: true });
    }
  });

  it("take the time that they need themselves, unless somebody gave them another", async () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "tackle-builtin-")));
    const bash = { type: "inprocess", builtin: "bash" };
    const servers = {
      free: bash,
      bound: { ...bash, timeout: 300 },
      tool: { ...bash, toolTimeouts: { "ex*": 300 } },
    };
    const box = await createBox({
      env: { HOME: base, PATH: process.env["PATH"] },
      cwd: base,
      settings: { timeout: 300 },
      mcpServers: servers,
    });
    try {
      await box.start();
      const execute = (server: string, options: { timeoutMs?: number } = {}) =>
        box.call({ server, tool: "execute" }, { command: "sleep 1; echo done" }, options);
      expect(await execute("free")).toMatchObject({ success: true, data: { stdout: "done\n" } });
      const inTime = await Promise.all([
        execute("bound"),
        execute("tool"),
        execute("free", { timeoutMs: 300 }),
      ]);
      expect(inTime.map(({ outcome }) => outcome)).toEqual(["timeout", "timeout", "timeout"]);
    } finally {
      await box.stop();
      rmSync(base, { recursive: true });
    }
  });

  it("remember for each session what it has read, across the servers of a box", async () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "tackle-builtin-")));
    const box = await createBox({ env: { HOME: base }, cwd: base, settings: { builtin: NAMES } });
    try {
      await box.start();
      const caller = (session: string) => ({ caller: { kind: "person", name: "test", session } }) as const;
      const file = join(base, "a.txt");
      writeFileSync(file, "one two");
      await box.call("read_file@filesystem", { path: "a.txt" }, caller("A"));
      writeFileSync(file, "one two three");
      const change = { path: "a.txt", old_text: "one", new_text: "1" };
      const refused = await box.call("replace@edit", change, caller("A"));
      expect(refused).toMatchObject({
        success: false,
        error: expect.stringContaining("changed by someone else since it was read"),
      });
      expect(await box.call("replace@edit", change, caller("B"))).toMatchObject({ success: true });
      expect(readFileSync(file, "utf8")).toBe("1 two three");
    } finally {
      await box.stop();
      rmSync(base, { recursive: true });
    }
  });
});
