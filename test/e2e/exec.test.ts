/** `tackle exec` as a person uses it: results, errors with their places, limits, policy and records. */
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { processesOf } from "./real-servers.ts";
import { Bench } from "./tackle.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const ECHO = join(ROOT, "test/servers/echo.ts");
const SLOW = join(ROOT, "test/servers/slow.ts");
const EVERYTHING = join(ROOT, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");

let bench: Bench;
beforeAll(async () => {
  bench = new Bench();
  await bench.run(["add", "echo", "--", process.execPath, ECHO]);
  await bench.run(["add", "slow", "--", process.execPath, SLOW]);
  await bench.run(["add", "everything", "--", process.execPath, EVERYTHING, "stdio"]);
  await bench.run(["tools"]); // what there is, is known from now on
});
afterAll(() => bench.dispose());

const exec = (code: string, ...more: string[]) => bench.run(["exec", "-e", code, ...more]);
const execJson = async (code: string, ...more: string[]) => (await exec(code, "--json", ...more)).json;

describe("what a program returns", () => {
  it.each([
    ["a text as text", "'a\\nb'", "a\nb\n"],
    ["anything else as JSON", "({ a: [1, null] })", '{\n  "a": [\n    1,\n    null\n  ]\n}\n'],
    ["a number", "await Promise.resolve(7)", "7\n"],
    ["nothing", "const a = 1", ""],
    ["a tool's answer", "await device.EchoMCP.echo({ text: 'hi' })", "hi\n"],
    ["TypeScript's result", "const list: readonly number[] = [1, 2]; return list.length as number", "2\n"],
    ["no escape sequence", "'\\u001b[31mred'", "red\n"],
  ])("is printed: %s", async (_what, code, stdout) => {
    expect(await exec(code)).toMatchObject({ code: 0, stdout, stderr: "" });
  });

  it("may come from a file or from stdin", async () => {
    bench.write("program.ts", "const text: string = 'from a file';\nreturn text");
    expect(await bench.run(["exec", "program.ts"])).toMatchObject({ code: 0, stdout: "from a file\n" });
    expect(await bench.run(["exec", "-"], { stdin: "return 'from stdin'" })).toMatchObject({
      stdout: "from stdin\n",
    });
  });

  it("is on stdout, and what it prints on stderr", async () => {
    const { stdout, stderr } = await exec("console.log('one', { two: 2 }); console.warn('three'); return 4");
    expect({ stdout, stderr }).toEqual({ stdout: "4\n", stderr: 'one {"two":2}\nwarn: three\n' });
  });

  it("is one JSON value with --json", async () => {
    expect(
      await execJson("console.log('a'); return { b: await device.EchoMCP.add({ a: 1, b: 2 }) }"),
    ).toMatchObject({
      ok: true,
      value: { b: "3" },
      logs: [{ level: "log", text: "a" }],
      error: null,
      problems: [],
      stats: { calls: 1, cpuMs: expect.any(Number), wallMs: expect.any(Number) },
    });
  });

  it("may be many calls at once", async () => {
    const code = `const sums = await Promise.all(Array.from({ length: 50 }, (_, a) => device.EchoMCP.add({ a, b: 1 })));
      return sums.map(Number).reduce((x, y) => x + y)`;
    expect(await execJson(code)).toMatchObject({ value: 1275, stats: { calls: 50 } });
  });

  it("may hold images, which are saved where that is wanted", async () => {
    const code = "const { handles: [image] } = await device.EverythingMCP.get_tiny_image(); return image";
    const json = (await execJson(code, "-o", "images")) as { value: object; content: object[] };
    expect(json.value).toMatchObject({ handle: expect.any(String), mimeType: "image/png" });
    expect(json.content).toMatchObject([{ type: "image", mimeType: "image/png" }]);
    expect(readdirSync(join(bench.project, "images"))).toEqual([expect.stringMatching(/^exec-.*\.png$/)]);
  });
});

describe("a program that is wrong", () => {
  it("is refused with every place and the nearest names, before anything runs", async () => {
    bench.write("wrong.ts", "const a: number = 1;\nawait device.EchoMCP.ecko({});\nconsol.log(a)");
    const { code, stdout, stderr } = await bench.run(["exec", "wrong.ts"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("wrong.ts:2:22  error  device.EchoMCP has no 'ecko'. Did you mean echo?");
    expect(stderr).toContain("wrong.ts:3:1  error  'consol' is not declared");
  });

  it("is refused for its syntax, in JavaScript and in TypeScript", async () => {
    expect(await exec("return (1")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("-e:1:10  error  the program ends in"),
    });
    const json = await execJson("const a: number = 1;\nenum B { C }\nreturn a");
    expect(json).toMatchObject({ ok: false, value: null, problems: [{ line: 2 }], stats: { calls: 0 } });
  });

  it("fails with the place and the argument that was wrong", async () => {
    bench.write(
      "fails.ts",
      "async function add(a: unknown) {\n  return device.EchoMCP.add({ a, b: 1 });\n}\nawait add('x')",
    );
    const { code, stdout, stderr } = await bench.run(["exec", "fails.ts"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^fails\.ts:2:\d+ {2}error {2}ToolError: .*'a' must be a number/);
    expect(stderr).toContain("at add (2:");
  });

  it.each([
    [["exec"], "The program is missing"],
    [["exec", "a.ts", "b.ts"], "given more than once"],
    [["exec", "a.ts", "-e", "1"], "given more than once"],
    [["exec", "nowhere.ts"], "There is no file 'nowhere.ts'"],
    [["exec", "."], "not a regular file"],
    [["exec", "-e", "1", "--timeout", "soon"], "--timeout cannot be 'soon'"],
    [["exec", "-e", "1", "--memory", "99999"], "Give a number up to 1024"],
    [["exec", "-e", "1", "--calls", "1.5"], "--calls cannot be '1.5'"],
  ])("%j is wrong usage", async (args, message) => {
    expect(await bench.run(args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});

describe("limits", () => {
  it.each([
    ["--timeout", "1", "await sleep(60000)", "wall", "longer than 1 s"],
    [
      "--memory",
      "8",
      "const a = []; for (;;) a.push('x'.repeat(1e5) + a.length)",
      "memory",
      "more memory than 8 MiB",
    ],
    ["--calls", "2", "for (;;) await device.EchoMCP.echo({ text: 'x' })", "calls", "more calls than 2"],
  ])("%s %s ends a program", async (option, value, program, stopped, message) => {
    const { code, json, stderr } = await exec(program, option, value, "--json");
    expect({ code, json }).toMatchObject({ code: 1, json: { ok: false, stopped } });
    expect(stderr).toContain(message);
    expect(stderr).toContain(option);
  });

  it("are there without options, too", async () => {
    expect(await execJson("return 'x'.repeat(2 * 1024 * 1024)")).toMatchObject({
      ok: false,
      stopped: "output",
    });
  });
});

it("starts only the servers that are called, and ends them", async () => {
  const { stderr } = await exec("await device.EchoMCP.echo({ text: 'x' })", "--log-level", "debug");
  expect(stderr).toContain("called echo");
  expect(stderr).not.toMatch(/is (starting|ready).*slow|slow.*is (starting|ready)/);
  expect(processesOf(bench)).toEqual([]);
});

it("asks a server that is named for what it did not have before", async () => {
  const own = new Bench();
  try {
    await own.run(["add", "echo", "--", process.execPath, ECHO]);
    expect(await own.run(["exec", "-e", "await device.EchoMCP.echo({ text: 'first' })"])).toMatchObject({
      stdout: "first\n",
    });
  } finally {
    own.dispose();
  }
});

it("ends with its servers on Ctrl-C", async () => {
  const child = bench.start(["exec", "-e", "await device.SlowMCP.slow(); await sleep(60000)"]);
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  await expect.poll(() => processesOf(bench).length, { timeout: 30_000 }).toBeGreaterThan(1); // its server runs
  const exited = once(child, "exit");
  child.kill("SIGINT");
  expect(await exited).toEqual([130, null]);
  expect(stderr).toContain("Interrupted");
  await expect.poll(() => processesOf(bench)).toEqual([]);
});

describe("policy and records", () => {
  const within = async (settings: object, code: string) => {
    const file = bench.write("policy.json", JSON.stringify({ settings }));
    return (await bench.run(["exec", "--config", file, "--json", "-e", code])).json;
  };

  it("hold inside of a program", async () => {
    const deny = { policy: [{ server: "echo", tool: "environment", decision: "deny" }] };
    const code = "try { await device.EchoMCP.environment() } catch (error) { return error.message }";
    expect(await within(deny, code)).toMatchObject({
      ok: true,
      value: expect.stringContaining("rule 1 of the policy"),
    });
    const allowed = { allowedTools: ["mcp__echo__echo"] };
    expect(await within(allowed, "await device.EchoMCP.add({ a: 1, b: 2 })")).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining("allowedTools"), line: 1 },
    });
    const ask = { policy: [{ server: "echo", tool: "add", decision: "ask" }] };
    expect(await within(ask, "await device.EchoMCP.add({ a: 1, b: 2 })")).toMatchObject({ ok: false });
  });

  it("say of every call which run it belongs to", async () => {
    const { id } = (await execJson("await device.EchoMCP.echo({ text: 'recorded' })")) as { id: string };
    const { createBox } = await import("../../src/index.ts");
    const box = await createBox({ env: { HOME: bench.home } });
    try {
      const [last] = box.flush().calls.recent({ limit: 1 });
      expect(last).toMatchObject({ parent: id, server: "echo", tool: "echo", caller: "code", outcome: "ok" });
    } finally {
      await box.stop();
    }
  });
});
