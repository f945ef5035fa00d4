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
