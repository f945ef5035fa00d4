import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyName } from "../../catalog/fixtures/hostile-names.ts";
import { snapshotOf } from "../fixtures/snapshots.ts";
import { codeNameTable } from "./code-name-table.ts";
import { toolMembers } from "./tool-members.ts";

const table = (tools: readonly string[], server = "web") => codeNameTable(snapshotOf({ [server]: tools }));

describe("a table of names in code", () => {
  it("finds a tool by its own name, and writes it as a member", () => {
    const names = table(["search"]);
    expect(names.find("WebMCP", "search")).toEqual({ server: "web", tool: "search" });
    expect(names.codeNameOf({ server: "web", tool: "search" })).toEqual({
      server: "WebMCP",
      member: "search",
      others: [],
      expression: "device.WebMCP.search",
    });
  });

  it.each([
    ["weird-name", "weirdName", ["weird_name", "weird-name"]],
    ["Get-User", "getUser", ["Get_User", "Get-User"]],
    ["a.b/c d", "aBCD", ["a_b_c_d", "a.b/c d"]],
    ["2fa", "_2fa", ["2fa"]],
    ["URL-fetch", "URLFetch", ["URL_fetch", "URL-fetch"]],
    ["über-uns", "uberUns", ["uber_uns", "über-uns"]],
  ])("reaches %j as %s and in other ways", (tool, member, others) => {
    const names = table([tool]);
    expect(names.codeNameOf({ server: "web", tool })).toMatchObject({ member, others });
    for (const name of [member, ...others])
      expect(names.find("WebMCP", name)).toEqual({ server: "web", tool });
  });

  it("writes a name without an identifier in brackets", () => {
    const { expression } = table(["日本語"]).codeNameOf({ server: "web", tool: "日本語" }) ?? {};
    expect(expression).toBe('device.WebMCP["日本語"]');
  });

  it("never lets another spelling take a tool's own name", () => {
    const names = table(["get-user", "getUser"]);
    expect(names.find("WebMCP", "getUser")).toEqual({ server: "web", tool: "getUser" });
    expect(names.codeNameOf({ server: "web", tool: "get-user" })).toMatchObject({ member: "get_user" });
  });

  it("gives a spelling that two tools claim to neither", () => {
    const names = table(["get-user", "get.user", "get user"]);
    expect(names.find("WebMCP", "getUser")).toBeUndefined();
    expect(names.codeNameOf({ server: "web", tool: "get-user" })).toMatchObject({
      member: "get-user",
      others: [],
      expression: 'device.WebMCP["get-user"]',
    });
  });

  it.each(["", "then", "__proto__", "constructor", "toString", "search "])("does not find %j", (member) => {
    const names = table(["search"]);
    expect(names.find("WebMCP", member)).toBeUndefined();
    expect(names.find(member, "search")).toBeUndefined();
    expect(names.codeNameOf({ server: "web", tool: member })).toBeUndefined();
    expect(names.codeNameOf({ server: member, tool: "search" })).toBeUndefined();
  });

  it("finds whole expressions, with and without the root", () => {
    const names = table(["search", "odd name", "日本"]);
    for (const expression of ["device.WebMCP.search", "WebMCP.search"])
      expect(names.findExpression(expression)).toEqual({ server: "web", tool: "search" });
    for (const expression of ["WebMCP.oddName", 'device.WebMCP["odd name"]'])
      expect(names.findExpression(expression)).toEqual({ server: "web", tool: "odd name" });
    for (const expression of ["WebMCP", "search", "device.WebMCP.", "WebMCP.searches", "__proto__"])
      expect(names.findExpression(expression)).toBeUndefined();
  });

  it("takes servers into account that are not in the catalog", () => {
    const names = codeNameTable(snapshotOf({ "a-b": ["x"] }), { others: ["a_b", "c"] });
    expect(names.serverNameOf("a-b")).toMatch(/^ABMCP_/);
    expect([...names.servers.values()].map(({ server }) => server)).toEqual(["a-b"]);
  });

  it("reports servers whose names clash", () => {
    const names = codeNameTable(snapshotOf({ "a-b": ["x"], a_b: ["x"] }));
    expect(names.problems).toHaveLength(1);
    for (const server of ["a-b", "a_b"]) {
      const { server: name = "", member = "" } = names.codeNameOf({ server, tool: "x" }) ?? {};
      expect(names.find(name, member)).toEqual({ server, tool: "x" });
      expect(names.serverNameOf(server)).toBe(name);
    }
  });

  it("works in both directions for any names", () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyName, { maxLength: 20 }), (tools) => {
        const { tools: byMember, members } = toolMembers(tools);
        for (const tool of tools) {
          const { shown = "", others = [] } = members.get(tool) ?? {};
          for (const member of [shown, tool, ...others]) expect(byMember.get(member)).toBe(tool);
        }
      }),
      { numRuns: 300 },
    );
  });
});
