import { expect, it } from "vitest";
import { makeTool } from "../search/fixtures/make-tools.ts";
import type { ServerState, ServerStatus } from "../types.ts";
import { searchBox } from "./search-tools.ts";

function statusOf(name: string, state: ServerState, reason?: string): ServerStatus {
  const nothing = { hint: undefined, since: 0, era: undefined, protocolVersion: undefined };
  return { name, state, reason, ...nothing, tools: 0, restarts: 0 };
}

const tools = [
  makeTool({ server: "mail", tool: "send", description: "Sends a message." }),
  makeTool({ server: "mail", tool: "send_all", description: "Sends many messages.", held: true }),
];
const box = {
  catalog: { tools },
  status: () => [
    statusOf("mail", "ready"),
    statusOf("mail-archive", "failed", "it ended with code 1"),
    statusOf("mail-idle", "idle"),
    statusOf("mail-login", "needs-auth"),
    statusOf("maps", "disabled", "switched off"),
  ],
};

it("finds no tool that is held back, and does not count it", async () => {
  const { results, more } = await searchBox(box, "send messages");
  expect(results.map(({ tool }) => tool)).toEqual(["send"]);
  expect(more).toBe(0);
});

it("names the servers that are meant and cannot be used, with state and reason", async () => {
  expect((await searchBox(box, "mail")).unavailable).toEqual([
    { server: "mail-archive", reason: "failed: it ended with code 1" },
    { server: "mail-login", reason: "needs-auth" },
  ]);
});

it("names only those servers that its caller gives, where they are given", async () => {
  expect((await searchBox(box, "mail", { unavailable: [] })).unavailable).toEqual([]);
});
