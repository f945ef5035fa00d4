/** One server that never answers must not be in the way of the others. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Bench } from "./tackle.ts";

const SERVERS = resolve(import.meta.dirname, "../servers");
const STARTED = 'echo started >> "$1"; exec "$2" "$3"';

let bench: Bench;
let starts: string;
beforeAll(async () => {
  bench = new Bench();
  starts = join(bench.home, "starts");
  await bench.run(["add", "echo", "--", process.execPath, join(SERVERS, "echo.ts")]);
  const hang = join(SERVERS, "misbehaving/init-hang.ts");
  await bench.run(["add", "hang", "--", "sh", "-c", STARTED, "sh", starts, process.execPath, hang]);
  await bench.run(["add", "broken", "--", "no-such-program"]);
  await bench.run(["add", "off", "--disabled", "--", "x"]);
});
afterAll(() => bench.dispose());

/** How often the server that hangs was started. */
function hangs(): number {
  try {
    return readFileSync(starts, "utf8").split("\n").length - 1;
  } catch {
    return 0; // nobody did
  }
}

// In the order in which they stand: what one command learned, the next one knows.
describe("a server that hangs, and was never seen", () => {
  it.each([
    [["call", "echo.echo", "text=hi"], "hi\n"],
    [["call", "mcp__echo__echo", "text=hi"], "hi\n"],
    [["call", "echo", "text=hi"], "hi\n"],
    [["exec", "-e", "await device.EchoMCP.echo({ text: 'hi' })"], "hi\n"],
  ])("is not started by %j", async (args, stdout) => {
    expect(await bench.run(args)).toMatchObject({ code: 0, stdout });
    expect(hangs()).toBe(0);
  });

  it.each([
    ["search", ["search", "echo"]],
    ["docs", ["docs"]],
    ["tools", ["tools"]],
    ["types", ["types"]],
  ])("is given up by %s when the others are there, and not started again", async (_name, args) => {
    const { code, stdout, stderr } = await bench.run(args);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain("echo");
    expect(stderr).toContain("Server 'hang'");
    expect(stderr).toContain("tackle test hang");
    expect(hangs()).toBe(1);
  });

  it("keeps no program from finding the others", async () => {
    const program = "(await search_skills('say back text')).map(({ name }) => name)";
    expect((await bench.run(["exec", "-e", program])).stdout).toContain("device.EchoMCP.echo");
    expect(hangs()).toBe(1);
  });

  it("is named in JSON", async () => {
    const trouble = { server: "hang", reason: expect.stringContaining("not known yet") as unknown };
    const search = (await bench.run(["search", "echo", "--json"])).json as { troubles: unknown };
    expect(search.troubles).toContainEqual(expect.objectContaining(trouble));
    const types = (await bench.run(["types", "--json"])).json as { troubles: unknown };
    expect(types.troubles).toContainEqual(expect.objectContaining(trouble));
    expect((await bench.run(["docs", "--json"])).json).toContainEqual(
      expect.objectContaining({ server: "hang", tools: [], trouble: trouble.reason }),
    );
  });

  it("is said not to have been asked where any server might have the tool", async () => {
    expect((await bench.run(["call", "nothing"])).stderr).toMatch(
      /There is no tool 'nothing'\n.*'hang' could not be asked/,
    );
  });

  it("is waited for by whoever wants it or looks at servers, and then not again", async () => {
    const [call, status] = await Promise.all([
      bench.run(["call", "hang.anything", "--json"]),
      bench.run(["status", "--json"]),
    ]);
    expect(call.json).toMatchObject({
      outcome: "unavailable",
      error: expect.stringContaining("gave no answer within") as unknown,
    });
    expect(status.json).toContainEqual(expect.objectContaining({ name: "hang", state: "backing-off" }));
    expect(hangs()).toBe(3);
    const second = await bench.run(["call", "hang.anything"]);
    expect(second.stderr).toMatch(/Server 'hang' could not be started .* ago: .*gave no answer within/);
    expect(second.stderr).toContain("tackle test hang");
    expect((await bench.run(["docs", "HangMCP.anything"])).stderr).toContain("could not be started");
    const program = await bench.run(["exec", "-e", "await device.HangMCP.anything()"]);
    expect(program).toMatchObject({ code: 2 });
    expect(program.stderr).toContain("Server 'hang' could not be started");
    expect(hangs()).toBe(3);
  });
});

it.each([
  ["broken.anything", /'broken'.*no-such-program/],
  ["mcp__broken__anything", /'broken'.*no-such-program/],
  ["off.anything", /Server 'off' is switched off\n.*tackle enable off/],
])("a call of %s says what is wrong with its server", async (name, message) => {
  const { code, stderr } = await bench.run(["call", name]);
  expect(code).toBe(1);
  expect(stderr).toMatch(message);
  expect(stderr).not.toContain("There is no tool");
});

it("a call that a server in trouble is in the way of has its record", async () => {
  const { json } = await bench.run(["call", "broken.anything", "--json"]);
  expect(json).toMatchObject({ success: false, outcome: "unavailable" });
});

describe("a server that hangs, where nobody looks for tools", () => {
  const library = { command: process.execPath, args: [join(SERVERS, "slow-library.ts")] };
  const hang = { command: process.execPath, args: [join(SERVERS, "misbehaving/init-hang.ts")] };
  const env = { TACKLE_MCP_SERVERS: JSON.stringify({ mcpServers: { library, hang } }) };

  it.concurrent.each([
    [["resources"], "library://now"],
    [["prompts"], "mcp__library__never"],
    [["pins"], "library  1"],
    [["resources", "read", "library://now"], "here"],
  ])("is not waited for by %j", async (args, shown) => {
    const fresh = new Bench();
    try {
      const { code, stdout, stderr } = await fresh.run(args, { env });
      expect({ code, stderr }).toMatchObject({ code: 0 });
      expect(stdout).toContain(shown);
      const isList = args.length === 1;
      expect(stderr).toContain(isList ? "Server 'hang' is still starting" : "");
      expect(stderr).toContain(isList ? "tackle test hang" : "");
      // Nobody remembers that it failed, because nobody waited until then.
      expect((await fresh.run(["resources"], { env })).stderr).toContain("Server 'hang' was given up");
    } finally {
      fresh.dispose();
    }
  });

  it("is said not to have been asked where it might have what is looked for", async () => {
    const fresh = new Bench();
    try {
      const { stderr } = await fresh.run(["resources", "read", "library://none"], { env });
      expect(stderr).toMatch(/No server offers the resource 'library:\/\/none'\n.*'hang' could not be asked/);
      const prompt = await fresh.run(["prompts", "get", "none"], { env });
      expect(prompt.stderr).toMatch(/There is no single prompt 'none'\n.*'hang' could not be asked/);
    } finally {
      fresh.dispose();
    }
  });

  it("is not started to forget its tools, and nothing of one that is off can be accepted", async () => {
    const off = { mcpServers: { off: { ...library, enabled: false } } };
    const fresh = new Bench();
    try {
      fresh.write(fresh.userFile, JSON.stringify(off));
      expect(await fresh.run(["pins", "remove", "hang"], { env })).toMatchObject({ code: 0, stderr: "" });
      expect((await fresh.run(["logs", "hang"], { env })).stderr).toContain("has not written anything yet");
      const diff = await fresh.run(["pins", "diff", "off"]);
      expect(diff).toMatchObject({ code: 0, stdout: "" });
      expect(diff.stderr).toContain("Server 'off' is switched off. Switch it on: tackle enable off");
      expect((await fresh.run(["pins", "approve", "off"])).stderr).toMatch(
        /is switched off\n.*tackle enable/,
      );
      expect((await fresh.run(["prompts", "get", "off.never"])).stderr).toContain("is switched off");
    } finally {
      fresh.dispose();
    }
  });
});

it("a program is started once its server is known, which nobody had asked before", async () => {
  const fresh = new Bench();
  try {
    await fresh.run(["add", "echo", "--", process.execPath, join(SERVERS, "echo.ts")]);
    const program = "await device.EchoMCP.echo({ text: 'first' })";
    expect(await fresh.run(["exec", "-e", program])).toMatchObject({ code: 0, stdout: "first\n" });
  } finally {
    fresh.dispose();
  }
});
