import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createBox, defineServer, semanticVote, tool, type Box } from "../../src/index.ts";
import { Bench } from "./tackle.ts";

const ECHO = resolve(import.meta.dirname, "../servers/echo.ts");

describe("tackle search", () => {
  let bench: Bench;
  let starts: string;
  beforeAll(async () => {
    bench = new Bench();
    starts = join(bench.home, "starts");
    const script = 'echo started >> "$1"; exec "$2" "$3"';
    await bench.run(["add", "echo", "--", "sh", "-c", script, "sh", starts, process.execPath, ECHO]);
    await bench.run(["add", "calendar", "--", "no-such-program"]);
    await bench.run(["add", "jira", "--disabled", "--", "x"]);
  });
  afterAll(() => bench.dispose());

  it("prints results and how many more there are, as JSON", async () => {
    const { json, code } = await bench.run(["search", "adding", "numbers", "--json"]);
    expect(code).toBe(0);
    expect(json).toMatchObject({
      results: [{ name: "mcp__echo__add", server: "echo", tool: "add", description: "Adds two numbers." }],
      more: 0,
      unavailable: [],
    });
    const [first] = (json as { results: readonly { score: number }[] }).results;
    expect(first?.score).toBeGreaterThan(0);
  });

  it("starts no server of which it is known what it offers", async () => {
    await bench.run(["search", "echo"]);
    const before = readFileSync(starts, "utf8");
    const { stdout } = await bench.run(["search", "environment", "variables"]);
    expect(stdout).toMatch(/^TOOL +WHAT IT DOES\nmcp__echo__environment +Names the environment variables/);
    expect(readFileSync(starts, "utf8")).toBe(before);
  });

  it("keeps to the limit and to one server", async () => {
    const { json } = await bench.run(["search", "text numbers variables", "--limit", "1", "--json"]);
    expect(json).toMatchObject({ results: [{ server: "echo" }], more: 2 });
    expect((await bench.run(["search", "text numbers variables", "-n", "1"])).stderr).toContain(
      "2 more tools",
    );
    const other = await bench.run(["search", "add", "--server", "jira", "--json"]);
    expect(other.json).toMatchObject({ results: [], more: 0 });
  });

  it("says that the model of the settings did not answer, and never its key", async () => {
    // Nobody listens on this port.
    const embedder = { type: "openai", url: "http://127.0.0.1:9/v1", model: "m", apiKey: "${EMBED_KEY}" };
    bench.write("vote.json", JSON.stringify({ mcpServers: {}, settings: { search: { embedder } } }));
    const env = { EMBED_KEY: "sk-canary-key" };
    const { stdout, stderr } = await bench.run(["search", "add numbers", "--mcp-config", "vote.json"], {
      env,
    });
    expect(stdout).toContain("mcp__echo__add");
    expect(stderr.match(/Searched by words only/g)).toHaveLength(1);
    const shown = await bench.run(["config", "show", "--json", "--mcp-config", "vote.json"], { env });
    expect(shown.json).toMatchObject({ settings: { search: { embedder: { model: "m", apiKey: "***" } } } });
    expect(stdout + stderr + shown.stdout + shown.stderr).not.toContain("canary");
  });

  it("names the servers that the query means and that cannot be used", async () => {
    const { json } = await bench.run(["search", "my calendar and jira", "--json"]);
    expect(json).toMatchObject({
      unavailable: [
        { server: "calendar", reason: expect.stringContaining("failed") as unknown },
        { server: "jira", reason: "disabled: switched off" },
      ],
    });
    const { stdout, stderr } = await bench.run(["search", "jira"]);
    expect(stdout).toBe("No tool matches.\n");
    expect(stderr).toContain("jira cannot be used now: disabled: switched off");
  });

  it.each([
    [["search"], "Nothing to search for"],
    [["search", "x", "--limit", "0"], "--limit cannot be '0'"],
    [["search", "x", "--limit", "many"], "--limit cannot be 'many'"],
    [["search", "x", "--server", "ehco"], "ehco"],
  ])("refuses %j with a reason", async (args, message) => {
    const { code, json } = await bench.run([...args, "--json"]);
    expect(code).not.toBe(0);
    expect(json).toMatchObject({ error: { message: expect.stringContaining(message) as unknown } });
  });
});

describe("box.search", () => {
  const home = mkdtempSync(join(tmpdir(), "tackle-search-"));
  let box: Box | undefined;
  afterEach(() => box?.stop());
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  const kitchen = defineServer("kitchen", {
    boil: tool({ description: "Heats water until it boils", run: () => "hot" }),
    freeze: tool({ description: "Makes ice of water", run: () => "cold" }),
  });
  const open = async (): Promise<Box> =>
    (box = await createBox({ servers: [kitchen], env: { HOME: home, XDG_STATE_HOME: home } }));

  it("finds tools without a start, and only what the filter lets through", async () => {
    const opened = await open();
    const { results } = await opened.search("hot water");
    expect(results.map(({ tool }) => tool)).toContain("boil");
    const filter = ({ tool }: { readonly tool: string }) => tool !== "boil";
    const filtered = await opened.search("hot water", { filter, limit: 5 });
    expect(filtered).toMatchObject({ results: [{ name: "mcp__kitchen__freeze" }], more: 0, unavailable: [] });
  });

  it("lets an embedder have a say", async () => {
    const opened = await open();
    const embed = async (texts: readonly string[]) =>
      texts.map((text) => Float32Array.of(/ice|winter/.test(text) ? 1 : 0.1, 0.1));
    const vote = semanticVote({ embedder: { id: "seasons", embed } });
    expect((await opened.search("winter")).results).toEqual([]);
    expect((await opened.search("winter", { vote })).results[0]).toMatchObject({ tool: "freeze" });
  });
});
