/** A handshake that fails must say why, in the server's state; what we do about it ourselves is not the reason. */
import { expect, it } from "vitest";
import { INLINE_VARIABLE } from "../../src/config/find-sources.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import type { ServerStatus } from "../../src/types.ts";
import { Upstreams } from "../../src/upstream/upstreams.ts";
import { temporaryFolder } from "../../src/util/fixtures/folder.ts";
import { misbehaving } from "./stdio-harness.ts";

it("says that a silent server was silent, and tries again", async () => {
  expect(await stateAfterStart("init-hang", 900)).toMatchObject({
    state: "backing-off",
    reason: expect.stringMatching(/handshake on server 'init-hang' gave no answer within 900 ms/),
  });
});

it("says what is wrong with an answer that is not MCP, and does not try again", async () => {
  expect(await stateAfterStart("bad-version", 20_000)).toMatchObject({
    state: "failed",
    reason: expect.stringMatching(/'bad-version' gave an answer that is not MCP: .*initialize/),
  });
});

async function stateAfterStart(
  fixture: string,
  handshakeTimeoutMs: number,
): Promise<ServerStatus | undefined> {
  const timeout = handshakeTimeoutMs; // a patient server would have more time for its handshake, too
  const mcpServers = { [fixture]: { command: process.execPath, args: [misbehaving(fixture)], timeout } };
  const env = { HOME: temporaryFolder(), [INLINE_VARIABLE]: JSON.stringify({ mcpServers }) };
  const { servers } = await loadConfig({ env, cwd: import.meta.dirname });
  const policy = { handshakeTimeoutMs, backoffFirstMs: 60_000 };
  const upstreams = new Upstreams({
    clientVersion: "0",
    inProcess: new Map(),
    redact: (text) => text,
    policy,
  });
  try {
    const valid = [...servers.values()].filter((server) => server.status === "valid");
    await upstreams.apply(valid.map(({ definition }) => ({ kind: "run", definition })));
    return upstreams.status()[0];
  } finally {
    await upstreams.stop();
  }
}
