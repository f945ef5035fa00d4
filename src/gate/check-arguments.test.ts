import { describe, expect, it } from "vitest";
import type { JsonObject } from "../types.ts";
import { createArgumentChecker } from "./check-arguments.ts";

function createChecker(keep?: number) {
  const remarks: string[] = [];
  const onUnchecked = (_tool: unknown, reason: string) => remarks.push(reason);
  const checker = createArgumentChecker(keep === undefined ? { onUnchecked } : { onUnchecked, keep });
  return { checker, remarks };
}

/** The messages about the arguments, or the reason why they were not checked. */
async function judge(inputSchema: JsonObject, args: JsonObject): Promise<string[]> {
  const { checker, remarks } = createChecker();
  const problems = await checker.check({ name: "tool", inputSchema }, args);
  return remarks.length > 0
    ? remarks.map((remark) => `unchecked: ${remark}`)
    : problems.map(({ message }) => message);
}

const SEARCH = {
  type: "object",
  properties: {
    query: { type: "string", description: "What to search for.\nOne line." },
    count: { type: "integer", minimum: 1, maximum: 50 },
    unit: { type: "string", enum: ["celsius", "fahrenheit"] },
    since: { anyOf: [{ type: "string", minLength: 2 }, { type: "null" }] },
    tags: { type: "array", items: { type: "string" }, uniqueItems: true },
    when: { type: "string", format: "date-time" },
    code: { type: "string", pattern: "^[A-Z]{3}$" },
    shape: { oneOf: [{ $ref: "#/$defs/circle" }, { $ref: "#/$defs/square" }] },
    filters: {
      type: "array",
      items: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    },
  },
  required: ["query"],
  additionalProperties: false,
  $defs: {
    circle: {
      type: "object",
      properties: { kind: { const: "circle" }, r: { type: "number" } },
      required: ["kind", "r"],
    },
    square: {
      type: "object",
      properties: { kind: { const: "square" }, a: { type: "number" } },
      required: ["kind", "a"],
    },
  },
};

describe("what is said about wrong arguments", () => {
  it.each<[string, JsonObject, string[]]>([
    ["nothing when all is well", { query: "x", count: 5, since: null, shape: { kind: "circle", r: 1 } }, []],
    [
      "a missing field, with its type and description",
      {},
      ["'query' is missing; it must be a string (What to search for. One line.)"],
    ],
    [
      "what a number must be",
      { query: "x", count: "many" },
      [`'count' must be a whole number from 1 to 50, not "many"`],
    ],
    ["a range", { query: "x", count: 51 }, ["'count' must be a whole number from 1 to 50, not 51"]],
    [
      "the choices of an enumeration, and the nearest",
      { query: "x", unit: "celcius" },
      [`'unit' must be one of "celsius" or "fahrenheit", not "celcius"; did you mean "celsius"?`],
    ],
    [
      "the name that was meant",
      { query: "x", cuont: 3 },
      ["'cuont' is not known here; did you mean 'count'?"],
    ],
    [
      "the one alternative that was meant",
      { query: "x", since: "a" },
      [`'since' must be a string of at least 2 characters, not "a"`],
    ],
    [
      "all alternatives in one line",
      { query: "x", since: 5 },
      ["'since' must be a string of at least 2 characters or null, not 5"],
    ],
    ["the place of an item", { query: "x", tags: ["a", 1] }, ["'tags[1]' must be a string, not 1"]],
    ["repeats", { query: "x", tags: ["a", "a"] }, ["'tags' must be a list without repeats, not a list of 2"]],
    [
      "a format by an example",
      { query: "x", when: "soon" },
      [`'when' must be a date and time such as 2025-01-31T13:45:00Z, not "soon"`],
    ],
    [
      "a pattern",
      { query: "x", code: "abc" },
      [`'code' must be a string that matches ^[A-Z]{3}$, not "abc"`],
    ],
    [
      "the alternative with the right constant",
      { query: "x", shape: { kind: "circle", r: "1" } },
      [`'shape.r' must be a number, not "1"`],
    ],
    [
      "the constants when none is right",
      { query: "x", shape: { kind: "blob" } },
      [`'shape.kind' must be one of "circle" or "square", not "blob"`],
    ],
    [
      "a path of several steps",
      { query: "x", filters: [{ name: "a" }, {}] },
      ["'filters[1].name' is missing; it must be a string"],
    ],
    [
      "several things at once",
      { query: 1, count: 0 },
      ["'query' must be a string, not 1", "'count' must be a whole number from 1 to 50, not 0"],
    ],
  ])("names %s", async (_what, args, messages) => {
    expect(await judge(SEARCH, args)).toEqual(messages);
  });

  it("gives path, expectation and value apart from the sentence", async () => {
    const { checker } = createChecker();
    expect(await checker.check({ name: "t", inputSchema: SEARCH }, { query: "x", filters: [7] })).toEqual([
      {
        path: "filters[0]",
        message: "'filters[0]' must be an object with 'name', not 7",
        expected: "an object with 'name'",
        got: "7",
      },
    ]);
  });

  it("says no more of a missing field than is known of it", async () => {
    const schema = {
      type: "object",
      properties: { x: {}, y: { description: "Why." } },
      required: ["x", "y", "z"],
    };
    expect(await judge(schema, {})).toEqual(["'x' is missing", "'y' is missing (Why.)", "'z' is missing"]);
  });

  it("does not convert: a number in quotes is no number", async () => {
    const args = { query: "x", count: "5" };
    expect(await judge(SEARCH, args)).toHaveLength(1);
    expect(args).toEqual({ query: "x", count: "5" });
  });

  it("keeps messages short and harmless, whatever the value is", async () => {
    const [message = ""] = await judge(SEARCH, { query: "x", unit: `\u001b[31m${"y".repeat(10_000)}\u202e` });
    expect(message.length).toBeLessThan(300);
    expect(message).not.toMatch(/[\u001b\u202e\n]/);
    const [unknown = ""] = await judge(SEARCH, { query: "x", ["\u001b]0;title\u0007".repeat(500)]: 1 });
    expect(unknown.length).toBeLessThan(300);
    expect(unknown).not.toMatch(/[\u001b\u0007]/);
  });

  it("says at most twenty things", async () => {
    const names = Array.from({ length: 100 }, (_, index) => `p${index}`);
    expect(await judge({ type: "object", required: names }, {})).toHaveLength(20);
  });
});

describe("dialects and odd schemas", () => {
  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    [
      "tuples of draft-07",
      { properties: { x: { items: [{ type: "string" }], additionalItems: false } } },
      { x: ["a"] },
      { x: [1] },
    ],
    [
      "exclusive bounds of draft-04",
      {
        $schema: "http://json-schema.org/draft-04/schema#",
        id: "http://x/y",
        properties: { n: { minimum: 0, exclusiveMinimum: true } },
      },
      { n: 1 },
      { n: 0 },
    ],
    [
      "dependencies of draft-07",
      { dependencies: { a: ["b"], c: { required: ["d"] } } },
      { a: 1, b: 1 },
      { a: 1, c: 1 },
    ],
    [
      "definitions by pointer with escapes",
      { properties: { x: { $ref: "#/definitions/a~1b%20c" } }, definitions: { "a/b c": { type: "number" } } },
      { x: 1 },
      { x: "1" },
    ],
    [
      "references into properties",
      { properties: { a: { type: "number" }, b: { $ref: "#/properties/a" } } },
      { b: 1 },
      { b: "1" },
    ],
    [
      "anchors",
      { properties: { a: { $ref: "#n" } }, $defs: { x: { $anchor: "n", type: "number" } } },
      { a: 1 },
      { a: "1" },
    ],
    [
      "schemas bundled by $id",
      { properties: { a: { $ref: "https://x/n" } }, $defs: { x: { $id: "https://x/n", type: "number" } } },
      { a: 1 },
      { a: "1" },
    ],
    [
      "recursive references",
      { properties: { next: { $ref: "#" }, n: { type: "number" } } },
      { next: { next: { n: 1 } } },
      { next: { next: { n: "1" } } },
    ],
    [
      "$recursiveRef of 2019-09",
      {
        $schema: "https://json-schema.org/draft/2019-09/schema",
        $recursiveAnchor: true,
        properties: { next: { $recursiveRef: "#" }, n: { type: "number" } },
      },
      { next: { n: 1 } },
      { next: { n: "1" } },
    ],
    [
      "nullable of OpenAPI",
      {
        properties: {
          a: { type: "string", nullable: true, enum: ["x"] },
          b: { $ref: "#/$defs/n", nullable: true },
        },
        $defs: { n: { type: "number" } },
      },
      { a: null, b: null },
      { a: null, b: "x" },
    ],
    ["boolean schemas", { properties: { yes: true, no: false } }, { yes: 1 }, { no: 1 }],
    [
      "unevaluatedProperties",
      { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
      { a: 1 },
      { b: 1 },
    ],
    ["if and else", { if: { required: ["c"] }, else: { required: ["b"] } }, { a: 1, b: 1 }, { a: 1 }],
    ["propertyNames", { propertyNames: { pattern: "^[a-z]+$" } }, { abc: 1 }, { ABC: 1 }],
    [
      "patternProperties",
      { patternProperties: { "^n_": { type: "number" } }, additionalProperties: false },
      { n_a: 1 },
      { n_a: "1" },
    ],
    ["not", { not: { required: ["a"] } }, { b: 1 }, { a: 1 }],
    ["contains", { properties: { x: { contains: { type: "number" } } } }, { x: ["a", 1] }, { x: ["a"] }],
    [
      "values that are objects",
      { properties: { x: { enum: [{ a: 1, b: [2] }] } } },
      { x: { b: [2], a: 1 } },
      { x: { a: 1 } },
    ],
    [
      "a keyword in a schema beside its reference",
      { properties: { x: { $ref: "#/$defs/s", maxLength: 2 } }, $defs: { s: { type: "string" } } },
      { x: "ab" },
      { x: "abc" },
    ],
  ])("understands %s", async (_what, schema, good, bad) => {
    expect(await judge(schema, good)).toEqual([]);
    const messages = await judge(schema, bad);
    expect(messages).not.toEqual([]);
    expect(messages.filter((message) => message.startsWith("unchecked"))).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ["a required that is no list", { properties: { a: { type: "string", required: true } }, required: "a" }],
    [
      "types that do not exist",
      { type: "dict", properties: { a: { type: "any" }, b: { type: ["str", "null"] } } },
    ],
    ["limits in quotes", { properties: { a: { minimum: "1", maxLength: -1, multipleOf: 0, enum: [] } } }],
    [
      "unknown formats and keywords",
      { properties: { a: { format: "int32", "x-order": 1, optional: true } } },
    ],
    [
      "schemas that are null, a list or text",
      { properties: { a: null, b: [], c: "string" }, items: 5, anyOf: {}, not: 1 },
    ],
    ["properties that are no map", { properties: [], $defs: 7, additionalProperties: "no" }],
    ["ajv's own keywords", { $async: true, $data: true, properties: { a: { minimum: { $data: "1/b" } } } }],
    [
      "a pattern that is no pattern",
      {
        properties: { a: { pattern: "(((" } },
        patternProperties: { "[": { type: "null" } },
        additionalProperties: false,
      },
    ],
    [
      "everything beside a reference in draft-07",
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        properties: { a: { $ref: "#/definitions/s", maxLength: 1 } },
        definitions: { s: {} },
      },
    ],
  ])("ignores %s", async (_what, schema) => {
    expect(await judge(schema, { a: "text", b: "text", c: "text" })).toEqual([]);
  });

  it.each<[string, JsonObject, RegExp]>([
    ["an unknown dialect", { $schema: "https://example.com/my-schema", type: "object" }, /unknown dialect/],
    ["a reference to nothing", { properties: { a: { $ref: "#/$defs/none" } } }, /does not have/],
    ["a schema for a string", { type: "string" }, /does not describe an object/],
  ])("leaves arguments unchecked by %s, and says so", async (_what, schema, reason) => {
    expect(await judge(schema, { a: 1 })).toEqual([expect.stringMatching(reason)]);
  });

  it.each([null, true, [], "schema", 7])(
    "leaves arguments unchecked when the schema is %j",
    async (schema) => {
      expect(await judge(schema as unknown as JsonObject, {})).toEqual([
        "unchecked: its schema is no object",
      ]);
    },
  );
});

describe("names that mean something to JavaScript", () => {
  const schema = JSON.parse(
    `{"type":"object","properties":{"__proto__":{"type":"number"},"constructor":{"type":"string"},"valueOf":{"type":"number"}},"additionalProperties":false}`,
  ) as JsonObject;

  it("does not take what every object inherits for an argument", async () => {
    expect(await judge(schema, {})).toEqual([]);
    expect(await judge({ required: ["constructor", "toString"] }, {})).toHaveLength(2);
  });

  it("checks arguments with such names like any other", async () => {
    const good = JSON.parse(`{"__proto__":1,"constructor":"x","valueOf":1}`) as JsonObject;
    const bad = JSON.parse(`{"__proto__":"1","constructor":1,"valueOf":"x"}`) as JsonObject;
    expect(await judge(schema, good)).toEqual([]);
    expect(await judge(schema, bad)).toHaveLength(3);
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });

  it("compares objects with such keys", async () => {
    const listed = { properties: { x: { enum: [{ valueOf: 1, constructor: { a: 1 } }] } } };
    expect(await judge(listed, { x: { constructor: { a: 1 }, valueOf: 1 } })).toEqual([]);
    expect(
      await judge({ properties: { x: { uniqueItems: true } } }, { x: [{ valueOf: 1 }, { valueOf: 2 }] }),
    ).toEqual([]);
  });
});

describe("limits on arguments", () => {
  it("refuses arguments that are too deep, too large or no JSON, without looking at the schema", async () => {
    let deep: JsonObject = {};
    for (let level = 0; level < 100_000; level += 1) deep = { deep };
    const self: Record<string, unknown> = {};
    self["self"] = self;
    expect(await judge({}, deep)).toEqual(["the arguments must be at most 128 levels deep, not deeper"]);
    expect(await judge({}, self)).toEqual(["the arguments must be at most 128 levels deep, not deeper"]);
    expect(await judge({}, { x: "y".repeat(5_000_000) })).toEqual([
      "the arguments must be at most 4 MiB of JSON, not more",
    ]);
    expect(await judge({}, { x: [1, Number.NaN] })).toEqual([
      expect.stringMatching(/^'x\[1\]' must be a JSON value/),
    ]);
  });

  it("accepts what is just within them", async () => {
    let deep: JsonObject = {};
    for (let level = 1; level < 128; level += 1) deep = { deep };
    expect(await judge({}, deep)).toEqual([]);
    expect(
      await judge({ properties: { x: { items: { type: "number" } } } }, { x: Array(500_000).fill(1) }),
    ).toEqual([]);
  });
});

describe("compiling", () => {
  it("answers at once when an equal schema was seen before, in whatever object and order", async () => {
    const { checker } = createChecker();
    expect(checker.check({ name: "a", inputSchema: { type: "object", required: ["x"] } }, {})).toBeInstanceOf(
      Promise,
    );
    await Promise.resolve();
    await checker.check({ name: "a", inputSchema: { type: "object", required: ["x"] } }, {});
    expect(checker.check({ name: "b", inputSchema: { required: ["x"], type: "object" } }, {})).toHaveLength(
      1,
    );
  });

  it("forgets the schemas that were not used for longest", async () => {
    const { checker } = createChecker(2);
    const tools = ["a", "b", "c"].map((name) => ({ name, inputSchema: { required: [name] } }));
    for (const tool of tools) await checker.check(tool, {});
    expect(tools.map((tool) => Array.isArray(checker.check(tool, {})))).toEqual([false, true, true]);
  });

  it("keeps the schemas of different servers apart, even under one $id", async () => {
    const { checker } = createChecker();
    const number = { $id: "https://x/s", properties: { a: { type: "number" } } };
    const text = { $id: "https://x/s", properties: { a: { type: "string" } } };
    expect(await checker.check({ name: "a", inputSchema: number }, { a: "x" })).toHaveLength(1);
    expect(await checker.check({ name: "b", inputSchema: text }, { a: "x" })).toEqual([]);
    const thief = { properties: { a: { $ref: "https://x/s" } } };
    expect(await checker.check({ name: "c", inputSchema: thief }, { a: 1 })).toEqual([]);
  });

  it("checks the same schema for several callers at once", async () => {
    const { checker } = createChecker();
    const tool = { name: "a", inputSchema: { properties: { x: { type: "string", pattern: "^a" } } } };
    const results = await Promise.all(
      ["a", "b", "a", "c"].map(async (x) => await checker.check(tool, { x })),
    );
    expect(results.map((problems) => problems.length)).toEqual([0, 1, 0, 1]);
  });
});
