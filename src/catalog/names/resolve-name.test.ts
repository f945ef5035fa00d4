import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ToolRef } from "../../types.ts";
import { anyName, anyRefs } from "../fixtures/hostile-names.ts";
import { nameTables } from "./name-tables.ts";
import { resolveName } from "./resolve-name.ts";

const create = { server: "github", tool: "create_issue" };
const search = { server: "github", tool: "search" };
const otherSearch = { server: "brave search", tool: "search" };
const read = { server: "files", tool: "read.text" };
const REFS: readonly ToolRef[] = [create, search, otherSearch, read];

const resolve = (input: string, refs = REFS, reserved: readonly string[] = []) =>
  resolveName(nameTables(refs, { reserved: new Set(reserved) }), input);

describe("resolveName", () => {
  it.each([
    "mcp__github__create_issue",
    "create_issue@github",
    "mcp_github_create_issue",
    "github::create_issue",
  ])("finds %s by its name", (input) => {
    expect(resolve(input)).toEqual({ kind: "found", ref: create, by: "name" });
  });

  it.each([
    ["github.create_issue", create],
    ["github/create_issue", create],
    ["files.read.text", read],
    ["files/read.text", read],
    ["brave search/search", otherSearch],
    ["search@brave search", otherSearch],
    ["brave search::search", otherSearch],
  ])("finds %s as a tool of a server", (input, ref) => {
    expect(resolve(input)).toEqual({ kind: "found", ref, by: "qualified" });
  });

  it("finds a tool by its own name when only one server has it", () => {
    expect(resolve("create_issue")).toEqual({ kind: "found", ref: create, by: "bare" });
    expect(resolve("read.text")).toEqual({ kind: "found", ref: read, by: "bare" });
  });

  it("offers all candidates when several servers have it", () => {
    expect(resolve("search")).toEqual({ kind: "ambiguous", candidates: [otherSearch, search] });
    const dotted = [
      { server: "a", tool: "b.c" },
      { server: "a.b", tool: "c" },
    ];
    expect(resolve("a.b.c", dotted)).toEqual({ kind: "ambiguous", candidates: dotted });
  });

  it("lets no server take over a name of another by what it calls its tools", () => {
    const evil = ["mcp__github__create_issue", "github.create_issue", "github::create_issue"].map((tool) => ({
      server: "evil",
      tool,
    }));
    for (const { tool } of evil) {
      expect(resolve(tool, [...evil, ...REFS])).toMatchObject({ kind: "found", ref: create });
    }
    expect(resolve("mcp__github__create_issue", evil).kind).toBe("unknown");
    expect(resolve("github::create_issue", evil).kind).toBe("unknown");
  });

  it("never finds another server's tool for a name whose tool has gone", () => {
    fc.assert(
      fc.property(anyRefs, (refs) => {
        const [gone, ...rest] = refs;
        fc.pre(gone !== undefined);
        const name = nameTables(refs, { reserved: new Set() }).nameOf(gone, "mcp__server__tool") ?? "";
        expect(resolve(name, rest).kind).not.toBe("found");
      }),
      { numRuns: 300 },
    );
  });

  it("gives reserved names to nobody, but says who has a tool of that name", () => {
    const tool = { server: "evil", tool: "search_tools" };
    expect(resolve("search_tools", [tool], ["search_tools"])).toEqual({ kind: "unknown", nearest: [tool] });
  });

  it.each([
    ["mcp__github__create_isue", [create]],
    ["mcp__githb__create_issue", [create]],
    ["create_isue@github", [create]],
    ["github.create-issue", [create]],
    ["creat_issue", [create]],
    ["serch", [search, otherSearch]],
    ["nothing-like-it", []],
    ["", []],
    ["__proto__", []],
    ["constructor", []],
  ])("suggests what is near to %j", (input, nearest) => {
    expect(resolve(input)).toEqual({ kind: "unknown", nearest });
  });

  it("never throws, whatever the input and the tools", () => {
    fc.assert(
      fc.property(anyRefs, anyName, (refs, input) => {
        expect(["found", "ambiguous", "unknown"]).toContain(resolve(input, refs).kind);
      }),
      { numRuns: 300 },
    );
  });
});
