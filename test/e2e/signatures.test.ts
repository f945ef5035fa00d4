/** `tackle docs` and `tackle types`: what they print of real servers, that a compiler takes it, and what results teach. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { add, environmentOf, onBench, programOf, REAL_SERVERS, ROOT } from "./real-servers.ts";
import { Bench } from "./tackle.ts";

const ECHO = join(ROOT, "test/servers/echo.ts");
const JSON_RESPONSE = join(ROOT, "test/servers/json_response.ts");
const TSC = join(ROOT, "node_modules/.bin/tsc");

let bench: Bench;
beforeAll(async () => {
  bench = new Bench();
  await bench.run(["add", "echo", "--description", "Says it again.", "--", process.execPath, ECHO]);
  await bench.run(["add", "json-response", "--", process.execPath, JSON_RESPONSE]);
});
afterAll(() => bench.dispose());

const lines = async (...args: string[]) => (await bench.run(args)).stdout.trimEnd().split("\n");

describe("tackle docs", () => {
  it("shows every tool on a line, grouped by server", async () => {
    expect(await lines("docs")).toEqual([
      "// echo (EchoMCP): Says it again.",
      "device.EchoMCP.add({ a: number, b: number }) // Adds two numbers.",
      "device.EchoMCP.echo({ text: string }) // Says back the text it is given.",
      "device.EchoMCP.environment() // Names the environment variables that this server sees.",
      "",
      "// json-response (JsonResponseMCP)",
      'device.JsonResponseMCP.json_response({ city?: string = "Lisbon" }): ' +
        "Promise<{ city: string, temperature: number, days: { day: string, rain: boolean }[] }> " +
        "// Answers with a small record about a city.",
    ]);
  });

  it.each(["echo", "EchoMCP"])("shows one server, as configured or as in code: %s", async (name) => {
    expect(await lines("docs", name, "--detail", "name")).toEqual([
      "// echo (EchoMCP): Says it again.",
      "EchoMCP.add: Adds two numbers.",
      "EchoMCP.echo: Says back the text it is given.",
      "EchoMCP.environment: Names the environment variables that this server sees.",
    ]);
  });

  it.each(["add", "echo.add", "mcp__echo__add", "EchoMCP.add", "device.EchoMCP.add"])(
    "shows one tool in full by any of its names: %s",
    async (name) => {
      expect((await lines("docs", name)).slice(2)).toEqual([
        "/** Adds two numbers. */",
        "device.EchoMCP.add({ a: number, b: number })",
      ]);
    },
  );

  it("gives programs all of it", async () => {
    const { json } = await bench.run(["docs", "echo::add", "echo::echo", "--detail", "line", "--json"]);
    expect(json).toEqual([
      {
        server: "echo",
        codeName: "EchoMCP",
        description: "Says it again.",
        tools: [
          {
            name: "mcp__echo__add",
            tool: "add",
            expression: "device.EchoMCP.add",
            signature: "device.EchoMCP.add({ a: number, b: number })",
            description: "Adds two numbers.",
            isSeen: false,
            text: "device.EchoMCP.add({ a: number, b: number }) // Adds two numbers.",
          },
          expect.objectContaining({ tool: "echo" }),
        ],
      },
    ]);
  });

  it("says what was meant by a word that names nothing, and refuses a level that does not exist", async () => {
    const wrong = await bench.run(["docs", "ecoh"]);
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain("There is no server and no tool 'ecoh'");
    expect(wrong.stderr).toContain("Did you mean 'echo'?");
    expect((await bench.run(["docs", "--detail", "all"])).code).toBe(2);
  });
});

describe("names in code", () => {
  it("are the same for a part of the servers as for all, and clashes are reported", () =>
    onBench(async (own) => {
      for (const name of ["my-echo", "my_echo"]) await add(own, name, "--", process.execPath, ECHO);
      const all = await own.run(["docs", "--detail", "name"]);
      const one = await own.run(["docs", "my-echo", "--detail", "name"]);
      expect(all.stderr).toContain("No server is 'MyEchoMCP' in code");
      const names = new Set(all.stdout.match(/MyEchoMCP_[0-9a-f]{6}/g));
      expect(names.size).toBe(2);
      expect(all.stdout).toContain(one.stdout.trim());
    }));
});

describe("what results teach", () => {
  it("is shown as seen, by the next process, and holds no value", () =>
    onBench(async (own) => {
      await add(own, "echo", "--", process.execPath, ECHO);
      for (const value of [
        { id: 1, title: "canary" },
        { id: 2, tags: ["canary"] },
      ])
        expect((await own.run(["call", "echo.echo", `text=${JSON.stringify(value)}`])).code).toBe(0);
      const { stdout } = await own.run(["docs", "echo.echo", "--detail", "line"]);
      expect(stdout).toContain(
        "device.EchoMCP.echo({ text: string }): Promise<{ id: number, tags?: string[], title?: string }> // as seen; Says back",
      );
      expect((await own.run(["types"])).stdout).toContain(
        "Promise<{ id: number, tags?: string[], title?: string }>; // as seen",
      );
    }));
});

/** What the compiler says of the files, empty when nothing. */
function compile(files: readonly string[], cwd: string): Promise<string> {
  const options = [
    "--noEmit",
    "--strict",
    "--target",
    "es2024",
    "--module",
    "nodenext",
    "--types",
    "",
    "--skipLibCheck",
    "false",
  ];
  return new Promise((done) => {
    execFile(process.execPath, [TSC, ...options, ...files], { cwd }, (_error, stdout, stderr) =>
      done(stdout + stderr),
    );
  });
}

describe("tackle types", () => {
  it("prints declarations with which a compiler finds mistakes", async () => {
    bench.write("tools.d.ts", (await bench.run(["types"])).stdout);
    bench.write(
      "good.ts",
      `export const sum = await device.EchoMCP.add({ a: 1, b: 2 });
       const { days, city } = await device.JsonResponseMCP.json_response();
       export const wet: string[] = days.filter((day) => day.rain).map(({ day }) => city + day);\n`,
    );
    bench.write(
      "bad.ts",
      'export const sum = await device.EchoMCP.add({ a: 1, b: "2" });\ndevice.EchoMCP.subtract();\n',
    );
    bench.write("package.json", '{"type": "module"}');
    expect(await compile(["tools.d.ts", "good.ts"], bench.project)).toBe("");
    const problems = await compile(["tools.d.ts", "bad.ts"], bench.project);
    expect(problems).toMatch(/bad\.ts\(1,\d+\): error TS2322/);
    expect(problems).toMatch(/bad\.ts\(2,\d+\): error TS2339/);
  });

  it("takes no words", async () => {
    expect((await bench.run(["types", "echo"])).code).toBe(2);
  });

  it("declares every tool of every real server so that a compiler takes it", () =>
    onBench(async (own) => {
      for (const { name, package: program, options = [], args = [] } of REAL_SERVERS)
        await add(own, name, ...options, "--", ...programOf(program), ...args);
      const { json, stderr } = await own.run(["types", "--json"], { env: environmentOf(own) });
      const { declarations, tools } = json as { declarations: string; tools: number };
      expect(stderr).toBe("");
      expect(tools).toBeGreaterThan(200);
      const [device = ""] = declarations.split("declare const device", 1);
      expect(device.match(/\): Promise</g)).toHaveLength(tools);
      own.write("tools.d.ts", declarations);
      own.write("package.json", '{"type": "module"}');
      expect(await compile(["tools.d.ts"], own.project)).toBe("");
    }));
});
