import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyName, HOSTILE } from "../../catalog/fixtures/hostile-names.ts";
import { isIdentifier } from "../types/write-literal.ts";
import { codeNames } from "./code-names.ts";

const nameOf = (server: string) => codeNames([server]).names.get(server);

describe("codeNames", () => {
  it.each([
    ["brave-search", "BraveSearchMCP"],
    ["github", "GithubMCP"],
    ["GitHub", "GitHubMCP"],
    ["my_server2", "MyServer2MCP"],
    ["@scope/server", "ScopeServerMCP"],
    ["two words", "TwoWordsMCP"],
    ["3d-print", "_3dPrintMCP"],
    ["über", "UberMCP"],
    ["日本語", "ServerMCP"],
    ["", "ServerMCP"],
    ["__proto__", "ProtoMCP"],
    ["constructor", "ConstructorMCP"],
  ])("writes %j as %s", (server, expected) => {
    expect(nameOf(server)).toBe(expected);
  });

  it("gives a contested name to nobody, says so, and takes no notice of the order", () => {
    const servers = ["brave-search", "brave_search", "files"];
    const { names, problems } = codeNames(servers);
    expect(names.get("files")).toBe("FilesMCP");
    expect(names.get("brave-search")).toMatch(/^BraveSearchMCP_[0-9a-f]{6}$/);
    expect(names.get("brave_search")).toMatch(/^BraveSearchMCP_[0-9a-f]{6}$/);
    expect(problems).toEqual([
      `No server is 'BraveSearchMCP' in code, because several would be: 'brave-search' is ${names.get("brave-search")}, ` +
        `'brave_search' is ${names.get("brave_search")}`,
    ]);
    expect(codeNames(servers.toReversed())).toEqual(codeNames(servers));
  });

  it("gives a server the same name whatever other servers there are, unless one claims it too", () => {
    const alone = codeNames(["brave-search", "brave_search"]).names;
    const among = codeNames(["a", "brave_search", "b", "brave-search"]).names;
    expect(among.get("brave-search")).toBe(alone.get("brave-search"));
  });

  it("lets skills keep their own names, except those that the language needs", () => {
    const skills = new Set(["weather", "my_notes", "my-notes", "then", "GithubMCP", "constructor"]);
    const { names, problems } = codeNames([...skills, "github"], { isSkill: (server) => skills.has(server) });
    expect(names.get("weather")).toBe("weather");
    expect(names.get("my_notes")).toBe("my_notes");
    expect(names.get("my-notes")).toBe("MyNotes");
    expect(names.get("then")).toMatch(/^then_[0-9a-f]{6}$/);
    expect(names.get("constructor")).toMatch(/^constructor_[0-9a-f]{6}$/);
    expect(names.get("github")).toMatch(/^GithubMCP_[0-9a-f]{6}$/);
    expect(names.get("GithubMCP")).toMatch(/^GithubMCP_[0-9a-f]{6}$/);
    expect(problems).toHaveLength(3);
  });

  it("keeps a skill from taking a name that a hash has made", () => {
    const taken = codeNames(["a-b", "a_b"]).names.get("a-b") ?? "";
    const { names, servers } = codeNames(["a-b", "a_b", taken], { isSkill: (server) => server === taken });
    expect(new Set(names.values()).size).toBe(3);
    expect(servers.size).toBe(3);
  });

  it("gives every server a name of its own that is an identifier, and finds it again", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.oneof(anyName, fc.constantFrom(...HOSTILE)), { maxLength: 30 }),
        (given) => {
          const { names, servers, problems } = codeNames(given);
          expect(names.size).toBe(given.length);
          for (const server of given) {
            const name = names.get(server) ?? "";
            expect(isIdentifier(name)).toBe(true);
            expect(servers.get(name)).toBe(server);
          }
          for (const problem of problems) expect(problem).not.toMatch(/[\p{Cc}\p{Cs}]/u);
        },
      ),
      { numRuns: 200 },
    );
  });
});
