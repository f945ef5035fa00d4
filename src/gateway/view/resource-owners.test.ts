import { describe, expect, it } from "vitest";
import { buildSnapshot } from "../../catalog/snapshot.ts";
import type { ServerLists } from "../../types.ts";
import { ResourceOwners } from "./resource-owners.ts";

interface Offer {
  readonly uris?: readonly string[];
  readonly templates?: readonly string[];
}

function owners(offers: Readonly<Record<string, Offer>>, shown = Object.keys(offers)): ResourceOwners {
  const servers = Object.entries(offers).map(([name, { uris = [], templates = [] }]) => {
    const lists: ServerLists = {
      tools: [],
      prompts: [],
      problems: [],
      resources: uris.map((uri) => ({ uri, name: `${name} ${uri}` })),
      resourceTemplates: templates.map((uriTemplate) => ({ uriTemplate, name })),
    };
    return {
      name,
      state: "ready",
      trust: false,
      includeTools: undefined,
      excludeTools: [],
      lists,
    } as const;
  });
  const catalog = buildSnapshot({
    servers,
    strategy: "mcp__server__tool",
    reserved: new Set(),
    pins: () => undefined,
    drift: "flag",
  });
  return new ResourceOwners(catalog, {
    showsServer: (server) => shown.includes(server),
    mayRead: (server, uri) => !uri.startsWith(`x:secret of ${server}`),
    capabilitiesOf: () => ({ resources: {} }),
  });
}

describe("the servers that may have a resource", () => {
  it("are those that list it, in the order of their names; the first one's is listed", () => {
    const both = owners({ b: { uris: ["x:1"] }, a: { uris: ["x:1"] }, c: { uris: ["x:2"] } });
    expect(both.ownersOf("x:1")).toEqual(["a", "b"]);
    expect(both.resources).toMatchObject([{ name: "a x:1" }, { name: "c x:2" }]);
  });

  it("are otherwise those whose templates begin like it, the longest first, then those with its scheme", () => {
    const several = owners({
      a: { uris: ["x:other"] },
      b: { templates: ["x:{id}"] },
      c: { templates: ["x:items/{id}"] },
      d: { templates: ["x:items/{id}", "y:{id}"] },
    });
    expect(several.ownersOf("x:items/7")).toEqual(["c", "d", "b", "a"]);
  });

  it("are otherwise the only one there is, and none of several", () => {
    expect(owners({ a: {} }).ownersOf("x:1")).toEqual(["a"]);
    expect(owners({ a: {}, b: {} }).ownersOf("x:1")).toEqual([]);
  });

  it("begin with the one that named it, unless only others list it", () => {
    const several = owners({
      a: { uris: ["x:1"] },
      b: { uris: ["x:1"] },
      c: { templates: ["x:{id}"] },
      d: {},
    });
    expect(several.ownersOf("x:1", "b")).toEqual(["b", "a"]);
    expect(several.ownersOf("x:1", "d")).toEqual(["a", "b"]);
    expect(several.ownersOf("x:2", "b")).toEqual(["b", "c", "a"]);
    expect(several.ownersOf("x:2", "d")).toEqual(["d", "c", "a", "b"]);
  });

  it("are never those from which it may not be read", () => {
    const two = owners({ a: { uris: ["x:secret of a"], templates: ["x:{id}"] }, b: { uris: ["x:2"] } });
    expect([two.ownersOf("x:secret of a"), two.ownersOf("x:secret of a", "a")]).toEqual([["b"], ["b"]]);
    expect(two.resources).toMatchObject([{ uri: "x:2" }]);
  });

  it("are never those that are not shown", () => {
    const offers = { a: { uris: ["x:1"] }, b: { uris: ["x:1"], templates: ["x:{id}"] } };
    const one = owners(offers, ["b"]);
    expect([one.ownersOf("x:1"), one.ownersOf("x:2"), one.ownersOf("x:2", "a")]).toEqual([
      ["b"],
      ["b"],
      ["b"],
    ]);
  });
});
