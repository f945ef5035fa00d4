/** A built-in tool gives the same result, under the same policy and with the same record, whichever way it is reached. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGateway, type Gateway } from "./gateway.ts";
import { connectClient, type PairingClient } from "./pairing-clients.ts";

const TEXT = "first line\nsecond ü line\n";

let gateway: Gateway;
let client: PairingClient;
let coder: PairingClient;
beforeAll(async () => {
  gateway = await startGateway({
    servers: { files: { builtin: "filesystem" } },
    settings: {
      profiles: { code: { expose: "code" } },
      policy: [{ server: "files", tool: "delete", decision: "deny" }],
    },
  });
  gateway.bench.write("note.txt", TEXT);
  client = await connectClient("v2 modern", gateway.url);
  coder = await connectClient("v1", `${gateway.url}/code`);
});
afterAll(async () => {
  await Promise.all([client.close(), coder.close()]);
  await gateway.stop();
});

const run = (...words: readonly string[]) => gateway.bench.run([...words, "--config", gateway.configFile]);
const textOf = (result: Readonly<Record<string, unknown>>): string =>
  (result["content"] as { text: string }[])[0]?.text ?? "";

describe("a built-in tool through the command line, the gateway and code", () => {
  it("gives the same data", async () => {
    const args = { path: "note.txt" };
    const { json } = await run("call", "files.read_file", "path=note.txt", "--json");
    const data = (json as { data: { content?: string } }).data;
    expect(JSON.stringify(data)).toContain("second ü line");
    expect((await client.call("mcp__files__read_file", args))["structuredContent"]).toEqual(data);
    const code = `return await device.FilesMCP.read_file(${JSON.stringify(args)})`;
    expect(JSON.parse(textOf(await coder.call("run_code", { code })))).toEqual(data);
    const executed = await run("exec", "-e", code, "--json");
    expect((executed.json as { value: unknown }).value).toEqual(data);
  });

  it("refuses the same wrong argument in the same words", async () => {
    const words = /'path' must be a string|'path' is missing/;
    expect((await run("call", "files.read_file", "--args", "{}")).stderr).toMatch(words);
    expect(textOf(await client.call("mcp__files__read_file", {}))).toMatch(words);
    expect(textOf(await coder.call("run_code", { code: "await device.FilesMCP.read_file({})" }))).toMatch(
      words,
    );
  });

  it("is denied everywhere by the same rule, and the file stays", async () => {
    const { stderr, code } = await run("call", "files.delete", "path=note.txt");
    expect([stderr, code]).toEqual([expect.stringContaining("rule 1 of the policy says deny"), 1]);
    await expect(client.call("mcp__files__delete", { path: "note.txt" })).rejects.toThrow(/Unknown tool/);
    const program = 'await device.FilesMCP.delete({ path: "note.txt" })';
    expect(textOf(await coder.call("run_code", { code: program }))).toContain("has no 'delete'");
    expect((await run("exec", "-e", program)).code).not.toBe(0);
    expect((await run("call", "files.stat", "path=note.txt")).code).toBe(0);
  });

  it("holds nobody to what another client without a token has read", async () => {
    const other = await connectClient("v2 modern", gateway.url);
    try {
      await other.call("mcp__files__read_file", { path: "note.txt" });
      await run("call", "files.write_file", "path=note.txt", "content=changed");
      const written = await client.call("mcp__files__write_file", { path: "note.txt", content: TEXT });
      expect(written["isError"]).not.toBe(true);
      expect(textOf(written)).toContain("only expected_hash protects");
    } finally {
      await other.close();
    }
  });

  it("is recorded with who called it", async () => {
    const callers = async (): Promise<readonly string[]> => {
      const { json } = await gateway.bench.run(["audit", "--json", "--server", "files", "-n", "100"]);
      const events = json as { type: string; subject: { kind: string }; target: { tool: string } }[];
      return events.filter(({ target }) => target.tool === "read_file").map(({ subject }) => subject.kind);
    };
    await expect
      .poll(async () => new Set(await callers()), { timeout: 10_000 })
      .toEqual(new Set(["person", "client", "code"]));
  });
});
