import { expect, it } from "vitest";
import { showsServer, showsTool } from "./profile-scope.ts";

const ALL = { servers: undefined, naming: undefined };
const TOOLS = { tools: undefined, excludeTools: [] };
const READ = { name: "mcp__files__read_file", tool: "read_file" };

it("shows every server where none is named, else those that match", () => {
  expect(showsServer(ALL, "ci")).toBe(true);
  expect(showsServer({ ...ALL, servers: [] }, "ci")).toBe(false);
  expect(showsServer({ ...ALL, servers: ["ci-*", "github"] }, "ci-linux")).toBe(true);
  expect(showsServer({ ...ALL, servers: ["ci-*", "github"] }, "mail")).toBe(false);
});

it("shows at a server's own address that server alone, also where its name looks like a glob", () => {
  const own = { servers: ["*"], naming: "own" } as const;
  expect(showsServer(own, "*")).toBe(true);
  expect(showsServer(own, "mail")).toBe(false);
});

it("shows tools by either of their names, and never one that is excluded", () => {
  expect(showsTool(TOOLS, READ)).toBe(true);
  expect(showsTool({ ...TOOLS, tools: ["read_*"] }, READ)).toBe(true);
  expect(showsTool({ ...TOOLS, tools: ["mcp__files__*"] }, READ)).toBe(true);
  expect(showsTool({ ...TOOLS, tools: ["write_*"] }, READ)).toBe(false);
  expect(showsTool({ tools: ["read_*"], excludeTools: ["mcp__files__*"] }, READ)).toBe(false);
});
