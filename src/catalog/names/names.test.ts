import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NamingStrategy, ToolRef } from "../../types.ts";
import { anyName, anyRefs, HOSTILE } from "../fixtures/hostile-names.ts";
import { nameTables } from "./name-tables.ts";
import { resolveName } from "./resolve-name.ts";
import { hashedName, plainName } from "./spell-name.ts";
import { STRATEGIES } from "./spellings.ts";

const RULES: Readonly<Record<NamingStrategy, RegExp>> = {
  mcp__server__tool: /^mcp__[a-zA-Z0-9_-]{1,59}$/,
  mcp_server_tool: /^mcp_[a-zA-Z0-9-][a-zA-Z0-9_-]{1,59}$/,
  "tool@server": /^(?=.{3,64}$)[a-zA-Z0-9_-]+@[a-zA-Z0-9_-]+$/,
  "server::tool": /^(?=.{4,64}$)[a-zA-Z0-9_-]+::[a-zA-Z0-9_-]+$/,
};

const none = new Set<string>();
const namesUnder = (refs: readonly ToolRef[], strategy: NamingStrategy, reserved = none) =>
  nameTables(refs, { reserved }).of(strategy).names;

/** The property tests' runs; together they take about two seconds. */
const RUNS = { numRuns: 400 };

describe.each(STRATEGIES)("names under %s", (strategy) => {
  it("are all different, obey the rule and are none of the reserved ones", () => {
    fc.assert(
      fc.property(anyRefs, fc.array(fc.nat({ max: 24 })), (refs, chosen) => {
        // The worst reserved names are those that the tools would have had.
        const plain = namesUnder(refs, strategy);
        const reserved = new Set([...chosen.flatMap((index) => plain[index] ?? []), "search_tools"]);
        const names = namesUnder(refs, strategy, reserved);
        expect(new Set(names).size).toBe(refs.length);
        for (const name of names) {
          expect(name).toMatch(RULES[strategy]);
          expect(reserved.has(name)).toBe(false);
        }
      }),
      RUNS,
    );
  });

  it("lead back to their tool, whatever else there is", () => {
    fc.assert(
      fc.property(anyRefs, (refs) => {
        const tables = nameTables(refs, { reserved: new Set(["search_tools"]) });
        for (const ref of refs) {
          const name = tables.nameOf(ref, strategy) ?? "";
          expect(resolveName(tables, name)).toEqual({ kind: "found", ref, by: "name" });
        }
      }),
      RUNS,
    );
  });

  it("do not depend on the order of the tools", () => {
    const shuffled = anyRefs.chain((refs) =>
      fc.tuple(fc.constant(refs), fc.shuffledSubarray(refs, { minLength: refs.length })),
    );
    fc.assert(
      fc.property(shuffled, ([refs, others]) => {
        const [tables, otherTables] = [refs, others].map((given) => nameTables(given, { reserved: none }));
        for (const ref of refs)
          expect(otherTables?.nameOf(ref, strategy)).toBe(tables?.nameOf(ref, strategy));
      }),
      RUNS,
    );
  });
});

// The joint of `mcp_server_tool` is ambiguous by nature: its names are left as they are until they really collide.
it.each(STRATEGIES.filter((strategy) => strategy !== "mcp_server_tool"))(
  "gives names under %s that do not change when other tools come or go",
  (strategy) => {
    fc.assert(
      fc.property(anyRefs, (refs) => {
        const alone = refs.map((ref) => plainName(strategy, ref));
        expect(namesUnder(refs, strategy)).toEqual(alone);
      }),
      RUNS,
    );
  },
);

it("never gives a name of one strategy to another tool under another strategy", () => {
  fc.assert(
    fc.property(anyName, anyName, anyRefs, (server, tool, refs) => {
      const tables = nameTables([{ server, tool }, ...refs], { reserved: none });
      const all = STRATEGIES.flatMap((strategy) => tables.of(strategy).names);
      expect(new Set(all).size).toBe(all.length);
    }),
    RUNS,
  );
});

describe("the default strategy", () => {
  const name = (server: string, tool: string) => plainName("mcp__server__tool", { server, tool });

  it("spells ordinary names as they are", () => {
    expect(name("github", "create_issue")).toBe("mcp__github__create_issue");
    expect(name("brave-search", "web__search")).toBe("mcp__brave-search__web__search");
  });

  it("keeps apart what only differs in where the server ends", () => {
    expect(name("a", "b__c")).toBe("mcp__a__b__c");
    expect(name("a__b", "c")).toMatch(/^mcp__a_b__c_[0-9][a-z2-7]{7}$/);
    expect(name("a", "_b")).toBe("mcp__a___b");
    expect(name("a_", "b")).toMatch(/^mcp__a__b_[0-9][a-z2-7]{7}$/);
  });

  it("replaces illegal characters and keeps what can be read", () => {
    expect(name("brave search", "find (all)")).toMatch(/^mcp__brave_search__find_all_[0-9][a-z2-7]{7}$/);
    expect(name("日本語", "")).toMatch(/^mcp__server__tool_[0-9][a-z2-7]{7}$/);
  });

  it("cuts the server before the tool, and never the tool's beginning", () => {
    const tool = "list_pull_request_review_comments";
    expect(name("github-enterprise-server-of-our-company", tool)).toMatch(
      new RegExp(`^mcp__github-enterpri__${tool}_[0-9][a-z2-7]{7}$`),
    );
    expect(name("server", "t".repeat(80))).toMatch(/^mcp__server__t{42}_[0-9][a-z2-7]{7}$/);
  });

  it("has the same hash in every version", () => {
    expect(name("a b", "c")).toBe("mcp__a_b__c_9p2k7njj");
  });
});

describe("mcp_server_tool", () => {
  const refs = [
    { server: "a", tool: "b_c" },
    { server: "a_b", tool: "c" },
    { server: "a", tool: "d" },
  ];

  it("hashes all tools that would have the same name, and only those", () => {
    expect(namesUnder(refs, "mcp_server_tool")).toEqual([
      expect.stringMatching(/^mcp_a_b_c_[0-9][a-z2-7]{7}$/),
      expect.stringMatching(/^mcp_a_b_c_[0-9][a-z2-7]{7}$/),
      "mcp_a_d",
    ]);
  });

  it("offers all of them for the name that none of them has", () => {
    const tables = nameTables(refs, { reserved: none });
    expect(resolveName(tables, "mcp_a_b_c")).toEqual({ kind: "ambiguous", candidates: refs.slice(0, 2) });
  });
});

it("gives longer hashes at further attempts, and other ones", () => {
  const ref = { server: "x".repeat(5000), tool: "y".repeat(5000) };
  const names = [0, 1, 2, 3].map((attempt) => hashedName("mcp__server__tool", ref, attempt));
  expect(new Set(names).size).toBe(4);
  for (const name of names) expect(name).toMatch(RULES.mcp__server__tool);
});

it("survives hostile names without touching Object.prototype", () => {
  const refs = HOSTILE.flatMap((server) => HOSTILE.map((tool) => ({ server, tool })));
  const tables = nameTables([...refs, ...refs], { reserved: none });
  expect(tables.refs).toEqual(refs);
  for (const strategy of STRATEGIES) expect(new Set(tables.of(strategy).names).size).toBe(refs.length);
  expect(Object.keys({})).toEqual([]);
});
