import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { problemWithType } from "../fixtures/parse-types.ts";
import { fitType } from "../types/fit-type.ts";
import { learnShape } from "./learn-shape.ts";
import { looksLikeData } from "./looks-like-data.ts";
import { mergeShapes } from "./merge-shapes.ts";
import { readShape } from "./read-shape.ts";
import type { Shape } from "./shape.ts";
import { shapeType } from "./shape-type.ts";

const STYLE = {
  depth: 8,
  maxUnionChars: 2000,
  showsOpen: true,
  object: "object",
  defaults: "comment",
  docs: undefined,
} as const;
const write = (shape: Shape) => fitType(shapeType(shape), { ...STYLE, maxChars: 20_000 });
const learn = (...values: readonly unknown[]) =>
  values.reduce<Shape | undefined>((shape, value) => learnShape(shape, value), undefined) ?? {};
const seen = (...values: readonly unknown[]) => write(learn(...values));

describe("a shape", () => {
  it.each([
    [["a"], "string"],
    [[1, "a", null], "number | string | null"],
    [[{ id: 1, name: "a" }], "{ id: number, name: string }"],
    [[{ id: 1 }, { id: 2, name: "a" }], "{ id: number, name?: string }"],
    [[{ id: 1, name: "a" }, {}], "{ id?: number, name?: string }"],
    [[{ id: 1 }, { id: null }], "{ id: number | null }"],
    [[[]], "unknown[]"],
    [[[], ["a"]], "string[]"],
    [[["a", 1]], "(number | string)[]"],
    [[[{ a: 1 }, { b: 2 }]], "{ a?: number, b?: number }[]"],
    [[{ a: [1] }, "text"], "{ a: number[] } | string"],
    [[{}], "{}"],
    [[undefined], "unknown"],
  ])("of %j is %s", (values, expected) => {
    expect(seen(...values)).toBe(expected);
  });

  it.each([
    ["ids", { "550e8400-e29b-41d4-a716-446655440000": { n: 1 } }, "Record<string, { n: number }>"],
    ["addresses", { "ann@example.org": 1 }, "Record<string, number>"],
    ["numbers", { "17": "a", "18": "b" }, "Record<string, string>"],
    ["dates", { "2024-01-31": 3.5 }, "Record<string, number>"],
    ["paths", { "/home/ann/notes.txt": true }, "Record<string, boolean>"],
    ["names of people", { "Ann Smith": 1 }, "Record<string, number>"],
    ["other alphabets", { Ольга: 1 }, "Record<string, number>"],
    ["long names", { ["x".repeat(41)]: 1 }, "Record<string, number>"],
    ["keys beside fields", { total: 1, "ann@example.org": 2 }, "Record<string, number>"],
  ])("keeps no names that are data: %s", (_title, value, expected) => {
    expect(seen(value)).toBe(expected);
  });

  it("takes rows under names, and names that come and go, for a map", () => {
    const row = { price: 1, size: 2 };
    expect(seen({ ann: row, ben: row, eve: row, joe: row })).toBe(
      "Record<string, { price: number, size: number }>",
    );
    const letters = Array.from("abcdefghij");
    expect(seen(...letters.map((name) => ({ [name]: 1 })))).toBe("Record<string, number>");
    expect(seen(Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`k${index}`, 1])))).toBe(
      "Record<string, number>",
    );
  });

  it("stays a map once it was one", () => {
    expect(seen({ "1": "a" }, { name: "b" }, { other: 2 })).toBe("Record<string, number | string>");
  });

  it("keeps an object of many settings that are often left out", () => {
    const settings = { a: 1, b: "x", c: true, d: [1], e: 2, f: "y", g: false, h: {}, i: null };
    expect(seen(settings, {})).toBe(
      "{ a?: number, b?: string, c?: boolean, d?: number[], e?: number, f?: string, g?: boolean, h?: {}, i?: null }",
    );
  });

  it("holds nothing of the values", () => {
    const text = JSON.stringify(
      learn({ token: "canary-1", list: ["canary-2"], deep: { n: 987_654 }, "canary-3@x.y": 1 }),
    );
    expect(text).not.toMatch(/canary|987654/);
  });

  it("of a huge or endless value is small", () => {
    const wide = (depth: number): unknown =>
      depth === 0
        ? 1
        : Object.fromEntries(
            Array.from("abcdefgh", (name, index) => [
              name,
              index < 4 ? wide(depth - 1) : index % 2 ? "s" : true,
            ]),
          );
    const circle: Record<string, unknown> = { a: 1 };
    circle["self"] = circle;
    for (const value of [wide(9), circle, Array.from({ length: 1_000_000 }, (_, index) => ({ index }))])
      expect(JSON.stringify(learn(value)).length).toBeLessThan(20_000);
  });

  it("is the same whatever the order of results", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 4 }), (values) => {
        expect(learn(...values.toReversed())).toEqual(learn(...values));
      }),
      { numRuns: 300 },
    );
  });

  it("survives being written and read, and always is a type that parses", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (first, second) => {
        const shape = mergeShapes(learn(first), learn(second));
        expect(readShape(JSON.parse(JSON.stringify(shape)))).toEqual(shape);
        expect(problemWithType(write(shape))).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });
});

describe("readShape", () => {
  const deep = (levels: number): object => (levels === 0 ? {} : { items: deep(levels - 1) });
  it.each([
    undefined,
    null,
    [],
    "string",
    { items: 1 },
    { values: [] },
    { fields: {} },
    { fields: [["a"]] },
    { fields: [[1, {}]] },
    { fields: [["ann@example.org", {}]] },
    { fields: [["a", {}]], values: {} },
    { fields: Array.from({ length: 61 }, (_, index) => [`f${index}`, {}]) },
    deep(50),
  ])("refuses what is no shape: %j", (value) => {
    expect(readShape(value)).toBeUndefined();
  });

  it("takes nothing from what it does not know", () => {
    expect(readShape({ types: ["string", "evil", 1], extra: "*/" })).toEqual({ types: ["string"] });
  });
});

describe("looksLikeData", () => {
  it.each([
    "id",
    "user_name",
    "createdAt",
    "x-request-id",
    "_links",
    "$schema",
    "@type",
    "sha256",
    "base64",
    "pm2_5",
    "__typename",
    "URL",
    "h1",
  ])("lets %s be a field", (name) => expect(looksLikeData(name)).toBe(false));
  it.each([
    "",
    "1",
    "a b",
    "a.b",
    "a@b",
    "a/b",
    "a:b",
    "12ab",
    "2024",
    "deadbeef1234",
    "10.0.0.1",
    "é",
    "-",
    "a---b",
    "user_10293",
  ])("takes %j for data", (name) => expect(looksLikeData(name)).toBe(true));
});
