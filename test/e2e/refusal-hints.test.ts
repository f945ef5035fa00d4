/** Who is refused is told what would help, and it does: the place that said no is named, and what it says there is done. */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGateway, type Gateway } from "./gateway.ts";
import { connectClient, type PairingClient } from "./pairing-clients.ts";

const echo = { command: process.execPath, args: [resolve(import.meta.dirname, "../servers/echo.ts")] };
const servers = {
  // The rules come first, so that what the server says of itself does not help.
  ruled: { ...echo, trust: true, policy: { echo: "allow" } },
  own: { ...echo, policy: { "*": "ask" } },
};
const RULES = [
  { server: "other", decision: "deny" },
  { server: "ruled", decision: "ask" },
];
const SLOW = { timeout: 10_000 };

let gateway: Gateway;
let client: PairingClient;
beforeAll(async () => {
  gateway = await startGateway({ servers });
  write(servers, RULES);
  client = await connectClient("v1", gateway.url, { isMute: true });
});
afterAll(async () => {
  await client.close();
  await gateway.stop();
});

function write(mcpServers: object, policy: readonly object[]): void {
  writeFileSync(gateway.configFile, JSON.stringify({ policy, mcpServers }, undefined, 1));
}
const lineOf = (text: string): number =>
  gateway.bench
    .read(gateway.configFile)
    .split("\n")
    .findIndex((line) => line.includes(text)) + 1;
const say = async (server: string): Promise<string> => {
  const result = await client.call(`mcp__${server}__echo`, { text: "hi" });
  return (result["content"] as { text: string }[])[0]?.text ?? "";
};

describe("a call that nobody can be asked about", () => {
  it("is told the rule that asks, and the rule before it that would allow it", async () => {
    await expect.poll(() => say("ruled"), SLOW).toContain("may not be called");
    const words = await say("ruled");
    const line = lineOf('"ruled"') - 1; // where the rule begins
    expect(words).toContain(`Change rule 2 of "policy" (${gateway.configFile}:${line})`);
    expect(words).not.toContain("trust");
    const rule = JSON.parse(/put (\{.*?\}) before it/.exec(words)?.[1] ?? "") as object;
    write(servers, [rule, ...RULES]);
    await expect.poll(() => say("ruled"), SLOW).toBe("hi");
  });

  it("is told the server's own line where that asks", async () => {
    const words = await say("own");
    expect(words).toContain(
      `Set "echo" to "allow" in the policy of server "own" (${gateway.configFile}:${lineOf('"own"')})`,
    );
    write({ ...servers, own: { ...echo, policy: { "*": "ask", echo: "allow" } } }, RULES);
    await expect.poll(() => say("own"), SLOW).toBe("hi");
  });
});

it("a server that came with a project cannot be the place where its tools are allowed", async () => {
  const { bench } = gateway;
  bench.write(".mcp.json", JSON.stringify({ mcpServers: { brought: { ...echo, policy: "deny" } } }));
  const { stderr } = await bench.run(["call", "brought.echo", "text=hi", "--trust-project"]);
  expect(stderr).toContain("its server's policy says deny");
  const rule = /"policy": (\[.*?\])/.exec(stderr)?.[1] ?? "[]";
  bench.write(bench.userFile, `{"policy": ${rule}}`);
  const { stdout } = await bench.run(["call", "brought.echo", "text=hi", "--trust-project"]);
  expect(stdout).toBe("hi\n");
});
