import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { membersOf } from "./json-outline.ts";

describe("the members of an object", () => {
  it("are where their values are, whatever is in them and however it is written", () => {
    const key = fc.string({ unit: "binary" }).map((text) => text.toWellFormed());
    const indent = fc.constantFrom(undefined, 1, "\t");
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue()), indent, (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        const found = (membersOf(text, 1000) ?? []).map(({ name, start, end }) => [
          JSON.parse(`"${name}"`),
          JSON.parse(text.slice(start, end)),
        ]);
        expect(found).toEqual(Object.entries(JSON.parse(text) as object));
      }),
    );
  });

  it("are all of them, also when one comes twice", () => {
    const names = membersOf('{"id":1,"result":{"result":0},"result":{},"a":"}"}', 10)?.map(
      ({ name }) => name,
    );
    expect(names).toEqual(["id", "result", "result", "a"]);
  });

  it("are none where there is no object", () => {
    for (const text of ["[1,2]", '["a:b",{"c":1}]', '"a"', "7", ""]) expect(membersOf(text, 10)).toEqual([]);
  });
});

describe("a text that nests deeper than it may", () => {
  it("has no members", () => {
    expect(membersOf("[".repeat(11) + "]".repeat(11), 10)).toBeUndefined();
    expect(membersOf('{"a":'.repeat(11) + "1" + "}".repeat(11), 10)).toBeUndefined();
  });

  it("is told from one that only speaks of brackets", () => {
    expect(membersOf(JSON.stringify({ a: '[{"\\'.repeat(1000) }), 10)).toHaveLength(1);
  });

  it("is told by its depth alone", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 3), (value, limit) => {
        expect(membersOf(JSON.stringify(value), limit) === undefined).toBe(depthOf(value) > limit);
      }),
    );
  });

  it("is found in time, whatever it is", () => {
    expect(membersOf("[".repeat(5_000_000), 128)).toBeUndefined();
  });
});

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
