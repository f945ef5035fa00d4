/** Saved scripts as people, programs and clients of the gateway meet them. */
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startGateway, type Gateway } from "./gateway.ts";
import { connectClient } from "./pairing-clients.ts";
import { Bench } from "./tackle.ts";

const ECHO = resolve(import.meta.dirname, "../servers/echo.ts");
const SCHEMA = {
  type: "object",
  properties: { name: { type: "string" }, times: { type: "integer" } },
  required: ["name"],
};
const GREET = "console.log('greeting', input.name);\nreturn `Hello ${input.name}!`.repeat(input.times ?? 1)";
const ADD_UP = `/** Adds up numbers by asking another server. */
let sum = 0;
for (const b of [1, 2, 3]) sum = Number(await device.EchoMCP.add({ a: sum, b }));
return { sum }`;

describe("from the command line", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = new Bench();
    await bench.run(["add", "echo", "--", process.execPath, ECHO]);
    bench.write("schema.json", JSON.stringify(SCHEMA));
    bench.write("add-up.js", ADD_UP);
  });
  afterAll(() => bench.dispose());
  const json = async (...args: string[]) => (await bench.run([...args, "--json"])).json;
  const fileOf = (name: string) => join(bench.home, ".config/tacklebox/scripts", name);

  it("there is no server for them while there is none", async () => {
    expect(await json("scripts", "list")).toEqual([]);
    expect(await json("list")).toMatchObject([{ name: "echo" }]);
  });

  it("they are looked at when they are added, and kept with a warning", async () => {
    const code =
      "const { value } = await device.EchoMCP.echos({ text: input.text });\nreturn await device.NopeMCP.x()";
    const added = await bench.run(["scripts", "add", "wrong", "-e", code]);
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining("Saved 'wrong'") });
    expect(added.stderr).toMatch(/-e:1:40 {2}warning {2}device.EchoMCP has no 'echos'. Did you mean echo/);
    expect(added.stderr).toMatch(/-e:2:21 {2}warning {2}device has no 'NopeMCP'/);
    const again = await json("scripts", "add", "wrong", "-e", code, "--force");
    expect(again).toMatchObject({ added: true, problems: [{ line: 1, column: 40 }, { line: 2 }] });
    await bench.run(["scripts", "remove", "wrong"]);
  });

  it("they are added from code and from files, and only their owner may read them", async () => {
    const added = await bench.run([
      "scripts",
      "add",
      "greet",
      "-e",
      GREET,
      "-d",
      "Greets people",
      "--parameters",
      "schema.json",
    ]);
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining("tackle scripts run greet") });
    expect(await json("scripts", "add", "add_up", "add-up.js")).toEqual({
      name: "add_up",
      file: fileOf("add_up.js"),
      added: true,
      problems: [],
    });
    expect(statSync(fileOf("greet.ts")).mode & 0o777).toBe(0o600);
    expect(await json("scripts")).toMatchObject([
      { name: "add_up", description: "Adds up numbers by asking another server.", problem: null },
      { name: "greet", description: "Greets people", parameters: SCHEMA, file: fileOf("greet.ts") },
    ]);
    expect(await json("list")).toMatchObject([
      { name: "echo" },
      { name: "scripts", type: "inprocess", source: "user" },
    ]);
    expect((await bench.run(["scripts", "show", "greet"])).stdout).toContain("return `Hello");
  });

  it("they run with typed arguments; the result is on stdout, what they print on stderr", async () => {
    const { code, stdout, stderr } = await bench.run(["scripts", "run", "greet", "name=Ada", "times=2"]);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: "Hello Ada!Hello Ada!\n",
      stderr: "greeting Ada\n",
    });
    expect(await json("scripts", "run", "greet", "--args", '{"name": "Bob"}')).toMatchObject({
      success: true,
      output: "Hello Bob!",
      server: "scripts",
      tool: "greet",
    });
    expect(await bench.run(["scripts", "run", "greet"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("'name' is missing"),
    });
  });

  it("they are tools like all others: called, searched, documented, and used by programs", async () => {
    expect(await json("call", "add_up")).toMatchObject({ success: true, data: { sum: 6 } });
    expect(await json("search", "greets people")).toMatchObject({
      results: [{ server: "scripts", tool: "greet" }],
    });
    expect((await bench.run(["docs", "scripts"])).stdout).toContain("device.ScriptsMCP.greet({ name: string");
    const code =
      "const { sum } = await device.ScriptsMCP.add_up(); return await device.ScriptsMCP.greet({ name: 'x', times: sum })";
    expect((await bench.run(["exec", "-e", code])).stdout).toBe(`${"Hello x!".repeat(6)}\n`);
  });

  it("they may be edited by hand; what is wrong then is said with its line, and harms no other", async () => {
    bench.write(fileOf("by_hand.ts"), "/** By hand. */\nreturn 'one'");
    expect((await bench.run(["scripts", "run", "by_hand"])).stdout).toBe("one\n");
    bench.write(fileOf("by_hand.ts"), "/**\n * @oops\n */\nreturn 'two'");
    expect(await bench.run(["scripts", "list"])).toMatchObject({
      stdout: expect.stringContaining("greet"),
      stderr: expect.stringContaining("by_hand.ts:2  error  '@oops' is not known here"),
    });
    expect(await bench.run(["scripts", "run", "by_hand"])).toMatchObject({ code: 2 });
    expect((await bench.run(["scripts", "run", "greet", "name=x"])).code).toBe(0);
  });

  it.each([
    [["scripts", "add", "greet", "-e", "1"], 1, "There is a script 'greet' already"],
    [["scripts", "add", "no/name", "-e", "1"], 2, "cannot be a script's name"],
    [["scripts", "add", "new", "-e", "return ("], 2, "Nothing was saved"],
    [["scripts", "add", "new", "-e", "1", "--parameters", "[]"], 2, "cannot be read"],
    [
      ["scripts", "add", "new", "-e", "1", "--parameters", '{"type": "array"}'],
      2,
      "JSON Schema of an object",
    ],
    [["scripts", "add"], 2, "The name of a script is missing"],
    [["scripts", "show", "gret"], 1, "Did you mean 'greet'?"],
    [["scripts", "remove", "greet", "nothing"], 1, "There is no script 'nothing'"],
    [["scripts", "dance"], 2, "Use list, add, show, run or remove"],
    [["disable", "scripts"], 2, "has no entry"],
  ])("%j is refused with a reason", async (args, code, message) => {
    expect(await bench.run(args)).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });

  it("an entry of its own switches the server off", async () => {
    expect(await bench.run(["add-json", "scripts", '{"type": "inprocess", "enabled": false}'])).toMatchObject(
      { code: 0 },
    );
    expect(await bench.run(["scripts", "run", "greet", "name=x"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("tackle enable scripts"),
    });
    expect(await bench.run(["remove", "scripts"])).toMatchObject({ code: 0 });
  });

  it("they are removed with their files", async () => {
    expect(await json("scripts", "remove", "greet", "add_up", "by_hand")).toMatchObject([
      { removed: true },
      {},
      {},
    ]);
    expect(await json("list")).toMatchObject([{ name: "echo" }]);
  });
});

describe("through the gateway", () => {
  let gateway: Gateway;
  const open: { close(): Promise<void> }[] = [];
  beforeAll(async () => {
    gateway = await startGateway({
      servers: { echo: { command: process.execPath, args: [ECHO] } },
      settings: { profiles: { only: { servers: ["scripts"] }, code: { expose: "code" } } },
    });
    await gateway.bench.run(["scripts", "add", "add_up", "-e", ADD_UP]);
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((client) => client.close()));
  });
  afterAll(() => gateway.stop());

  const connect = async (profile?: string) => {
    const url = profile === undefined ? gateway.url : `${gateway.url}/${profile}`;
    const client = await connectClient("v2 modern", url);
    open.push(client);
    return client;
  };
  const toolsOf = async (client: Awaited<ReturnType<typeof connect>>) =>
    ((await client.request("tools/list", {}))["tools"] as { name: string }[]).map(({ name }) => name);

  it("a first script brings its server, and another one its tool, while the gateway runs", async () => {
    const client = await connect();
    await expect.poll(() => toolsOf(client), { timeout: 20_000 }).toContain("mcp__scripts__add_up");
    await gateway.bench.run(["scripts", "add", "second", "-e", "return 2"]);
    await expect.poll(() => toolsOf(client), { timeout: 20_000 }).toContain("mcp__scripts__second");
    await gateway.bench.run(["scripts", "remove", "second"]);
    await expect.poll(() => toolsOf(client), { timeout: 20_000 }).not.toContain("mcp__scripts__second");
  });

  it("a client calls it, directly and in code", async () => {
    const client = await connect();
    await expect.poll(() => toolsOf(client), { timeout: 20_000 }).toContain("mcp__scripts__add_up");
    expect(await client.call("mcp__scripts__add_up", {})).toMatchObject({ structuredContent: { sum: 6 } });
    const coder = await connect("code");
    const code = "return (await device.ScriptsMCP.add_up()).sum + 1";
    expect(await coder.call("run_code", { code })).toMatchObject({ content: [{ type: "text", text: "7" }] });
  });

  it("reaches no further than the profile through which it is called", async () => {
    const client = await connect("only");
    await expect.poll(() => toolsOf(client), { timeout: 20_000 }).toEqual(["mcp__scripts__add_up"]);
    expect(await client.call("mcp__scripts__add_up", {})).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("device has no 'EchoMCP'") }],
    });
  });
});
