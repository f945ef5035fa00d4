import { expect, it } from "vitest";
import { showsPrompt, showsResource, showsServer, showsTool } from "./profile-scope.ts";

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

it("shows resources and prompts where no tools are named, else those that are named themselves", () => {
  const all = { tools: undefined, resources: undefined, prompts: undefined };
  const ask = { name: "mcp__mail__ask", prompt: "ask" };
  expect(showsResource(all, "file:///a")).toBe(true);
  expect(showsPrompt(all, ask)).toBe(true);
  const limited = { ...all, tools: ["read_*"] };
  expect(showsResource(limited, "file:///a")).toBe(false);
  expect(showsPrompt(limited, ask)).toBe(false);
  const named = { ...limited, resources: ["file:///docs/*"], prompts: ["ask"] };
  expect(showsResource(named, "file:///docs/a/b")).toBe(true);
  expect(showsResource(named, "file:///docs/{path}")).toBe(true);
  expect(showsResource(named, "file:///etc/passwd")).toBe(false);
  expect(showsPrompt(named, ask)).toBe(true);
  expect(showsPrompt({ ...named, prompts: ["mcp__mail__*"] }, ask)).toBe(true);
  expect(showsPrompt({ ...all, prompts: [] }, ask)).toBe(false);
  expect(showsResource({ ...all, resources: [] }, "file:///a")).toBe(false);
});

it("shows a resource only where every way to read its address is named", () => {
  const pub = { tools: undefined, prompts: undefined, resources: ["file:///pub/*"] };
  expect(showsResource(pub, "file:///pub/a.txt")).toBe(true);
  for (const way of ["file:///pub/../secret", "file:///pub/%2e%2e/secret", "file:///pub/%252e%252e/secret"])
    expect(showsResource(pub, way)).toBe(false);
});
