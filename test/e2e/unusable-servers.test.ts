/** A server that is named but gives nothing: whoever names it is told why, and what to do. */
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startNeedsToken } from "../servers/http/needs-token.ts";
import { Bench } from "./tackle.ts";

const ECHO = [process.execPath, resolve(import.meta.dirname, "../servers/echo.ts")];

let bench: Bench;
let locked: Awaited<ReturnType<typeof startNeedsToken>>;
beforeAll(async () => {
  bench = new Bench();
  locked = await startNeedsToken("secret");
  await bench.run(["add", "echo", "--", ...ECHO]);
  await bench.run(["add", "off", "--disabled", "--", ...ECHO]);
  await bench.run(["add", "broken", "--", "no-such-program"]);
  await bench.run(["add", "locked", locked.url]);
  bench.write(".mcp.json", JSON.stringify({ mcpServers: { stranger: { command: ECHO[0] } } }));
});
afterAll(async () => {
  bench.dispose();
  await locked.close();
});

const UNUSABLE = [
  { server: "off", code: "OffMCP", why: /Server 'off' is switched off/, what: "tackle enable off" },
  { server: "broken", code: "BrokenMCP", why: /'broken'.*'no-such-program' was not found/, what: "PATH" },
  { server: "locked", code: "LockedMCP", why: /'locked'.*401/, what: "Authorization header" },
  { server: "stranger", code: "StrangerMCP", why: /not approved yet/, what: "tackle trust stranger" },
];

describe.each(UNUSABLE)("server '$server', which cannot be used", ({ server, code, why, what }) => {
  it.each([["tools"], ["docs"]])("is explained by %s", async (command) => {
    const outcome = await bench.run([command, server]);
    expect(outcome).toMatchObject({ code: 0, stdout: "" });
    expect(outcome.stderr).toMatch(why);
    expect(outcome.stderr).toContain(what);
    expect(outcome.stderr.trim().split("\n")).toHaveLength(1);
  });

  it("is explained in the JSON of docs, and leaves that of tools a list", async () => {
    const [docs, tools] = await Promise.all([
      bench.run(["docs", server, "--json"]),
      bench.run(["tools", server, "--json"]),
    ]);
    const trouble = expect.stringMatching(why) as unknown;
    expect(docs.json).toMatchObject([{ server, tools: [], trouble }]);
    expect(tools.json).toEqual([]);
    expect(tools.stderr).toContain(what);
  });

  it("is explained by a search of its tools", async () => {
    const { stdout, stderr } = await bench.run(["search", server, "--server", server]);
    expect(stdout).toBe("No tool matches.\n");
    expect(stderr.match(new RegExp(why, "g"))).toHaveLength(1);
    expect(stderr).toContain(what);
  });

  it("is said to be there by the refusal of a program that names it", async () => {
    const outcome = await bench.run(["exec", "-e", `await device.${code}.anything({})`]);
    expect(outcome).toMatchObject({ code: 2, stdout: "" });
    const [problem, advice, ...others] = outcome.stderr.trim().split("\n");
    expect(problem).toContain(`device.${code} cannot be used now: `);
    expect(problem).toMatch(why);
    expect(advice).toContain(what);
    expect(others).toEqual([]);
  });
});

it("a server that is switched off is in nobody's way who did not name it", async () => {
  const { stdout, stderr } = await bench.run(["docs", "echo", "--detail", "name"]);
  expect(stdout).toContain("EchoMCP.echo");
  expect(stderr).toBe("");
  expect((await bench.run(["tools"])).stderr).not.toContain("'off'");
});

it("a switch that a variable holds is not for 'tackle enable'", async () => {
  const entry = { mcpServers: { varied: { command: "x", enabled: false } } };
  const env = { TACKLE_MCP_SERVERS: JSON.stringify(entry) };
  const { stderr } = await bench.run(["tools", "varied"], { env });
  expect(stderr).toContain(
    "Server 'varied' is switched off. Change the variable TACKLE_MCP_SERVERS where it is set.",
  );
});

it("a program that names nothing there hears of all servers that might have it", async () => {
  const { stderr } = await bench.run(["exec", "-e", "await device.NobodyMCP.anything({})"]);
  expect(stderr).toContain("device has no 'NobodyMCP'");
  expect(stderr).toMatch(/'stranger'/);
});
