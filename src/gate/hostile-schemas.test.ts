/** Schemas and arguments made to hang, crash or reach out. Each must end quickly, in problems or in a remark. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../types.ts";
import { createArgumentChecker } from "./check-arguments.ts";

const remarks: string[] = [];
const checker = createArgumentChecker({ onUnchecked: (_tool, reason) => remarks.push(reason) });

async function judge(inputSchema: unknown, args: JsonObject): Promise<string> {
  remarks.length = 0;
  const problems = await checker.check({ name: "hostile", inputSchema: inputSchema as JsonObject }, args);
  return remarks[0] ?? (problems.length > 0 ? "refused" : "fine");
}

function times<Value>(count: number, make: (index: number) => Value): Value[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function named<Value>(count: number, make: (index: number) => Value): Record<string, Value> {
  return Object.fromEntries(times(count, (index) => [`p${index}`, make(index)]));
}

beforeAll(async () => {
  await judge({ properties: { warm: { pattern: "up" } } }, {});
});

describe("patterns that hang a backtracking engine", () => {
  const long = "a".repeat(50_000);
  it.each([
    ["^(a+)+$", `${long}!`],
    ["^(a|a)*$", `${long}!`],
    ["(x+x+)+y", "x".repeat(50_000)],
    ["^(([a-z])+.)+[A-Z]([a-z])+$", long],
    ["^(a|aa)+$", `${long}b`],
    ["^(.*a){12}b$", long],
    [
      "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$",
      long,
    ],
    ["(a|b)*a(a|b){12}c$", times(50_000, (index) => ((index * 7919) % 13 > 6 ? "a" : "b")).join("")],
  ])("runs %s over 50,000 characters", async (pattern, text) => {
    expect(await judge({ properties: { x: { type: "string", pattern } } }, { x: text })).toBe("refused");
    const names = { patternProperties: { [pattern]: false }, additionalProperties: true };
    expect(await judge(names, { [text]: 1 })).toBe("fine");
  });

  it("decides nothing by patterns that have no linear form", async () => {
    for (const pattern of [
      "^(?!a)b",
      "(a)\\1",
      "(?<=a)b",
      "^.{1,5000}$",
      "(a{1000}){1000}",
      "\\p{Script=Greek}",
    ]) {
      expect(await judge({ properties: { x: { pattern } } }, { x: "zzz" })).toBe("fine");
      expect(await judge({ properties: { x: { not: { pattern } } } }, { x: "zzz" })).toMatch(/linear time/);
      const either = { oneOf: [{ pattern }, { pattern: `${pattern}|z` }] };
      expect(await judge({ properties: { x: either } }, { x: "zzz" })).toMatch(/linear time|fine/);
      const rest = { patternProperties: { [pattern]: { type: "number" } }, additionalProperties: false };
      expect(await judge(rest, { zzz: "text" })).toBe("fine");
    }
  });

  it("still refuses what such a pattern has no part in", async () => {
    const schema = { properties: { x: { type: "string", pattern: "^(?!a)b" }, y: { type: "number" } } };
    expect(await judge(schema, { x: "b", y: "1" })).toBe("refused");
  });

  it("does not differ from JavaScript about the spaces of Unicode", async () => {
    expect(await judge({ properties: { x: { pattern: "^a\\sb$" } } }, { x: "a\u00a0b" })).toBe("fine");
  });

  it("gives up on texts that are too long, and on too many patterns", async () => {
    expect(await judge({ properties: { x: { pattern: "^a+$" } } }, { x: "a".repeat(1_000_000) })).toMatch(
      /too long/,
    );
    const many = { properties: named(1400, (index) => ({ pattern: `(a{0,100}){0,10}${index}` })) };
    expect(await judge(many, { p1: "b" })).toBe("refused");
    expect(await judge(many, { p1300: "b" })).toBe("fine");
  });

  it("does not hang in formats either", async () => {
    for (const format of [
      "email",
      "uri",
      "date-time",
      "time",
      "date",
      "uuid",
      "ipv4",
      "ipv6",
      "regex",
      "hostname",
    ]) {
      for (const x of [
        `a@${"a.".repeat(1000)}`,
        "1".repeat(2000),
        "a:".repeat(1000),
        `${"0:".repeat(1000)} `,
      ]) {
        expect(await judge({ properties: { x: { format } } }, { x })).toMatch(/refused|fine/);
      }
    }
  });
});

describe("schemas that explode", () => {
  it("ends exponential alternatives by reference", async () => {
    const $defs: Record<string, unknown> = { e40: { type: "string" } };
    for (let index = 0; index < 40; index += 1) {
      const $ref = `#/$defs/e${index + 1}`;
      $defs[`e${index}`] = { anyOf: [{ $ref }, { $ref }] };
    }
    for (const keyword of ["anyOf", "oneOf", "allOf"]) {
      const schema = JSON.parse(
        JSON.stringify({ properties: { x: { $ref: "#/$defs/e0" } }, $defs }).replaceAll("anyOf", keyword),
      ) as JsonObject;
      expect(await judge(schema, { x: 1 })).toBe("checking them by its schema takes too long");
    }
    const fitting = { properties: { x: { $ref: "#/$defs/e0" } }, $defs };
    expect(await judge(fitting, { x: "text" })).toBe("fine");
  });

  it("ends branching that grows with the depth of the arguments", async () => {
    const schema = {
      properties: {
        x: { anyOf: [{ $ref: "#" }, { allOf: [{ $ref: "#" }] }, { type: "number" }] },
        y: { type: "number" },
      },
    };
    let args: JsonObject = { y: "wrong" };
    for (let level = 0; level < 100; level += 1) args = { x: args, y: 1 };
    expect(await judge(schema, args)).toMatch(/too long/);
  });

  it.each<[string, unknown]>([
    ["itself", { $ref: "#" }],
    ["itself in allOf", { allOf: [{ $ref: "#" }] }],
    ["each other", { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } }],
  ])("ends references to %s", async (_what, schema) => {
    expect(await judge(schema, { x: 1 })).toMatch(/without end/);
  });

  it.each<[string, unknown, JsonObject, RegExp]>([
    [
      "10,000 definitions of which one is used",
      { properties: { x: { $ref: "#/$defs/p7" } }, $defs: named(10_000, () => true) },
      { x: 1 },
      /^fine$/,
    ],
    [
      "2,000 definitions that are all used",
      {
        properties: named(1000, (index) => ({ $ref: `#/$defs/p${index}` })),
        $defs: named(1000, () => ({ type: "string" })),
      },
      { p1: 1 },
      /definitions|schemas/,
    ],
    [
      "a chain of 390 definitions",
      {
        $ref: "#/$defs/p0",
        $defs: named(390, (index) => ({ properties: { n: { $ref: `#/$defs/p${(index + 1) % 390}` } } })),
      },
      {},
      /compiled|fine/,
    ],
    ["20,000 properties", { properties: named(20_000, () => ({})) }, {}, /20000 values/],
    ["a description of 300 KiB", { description: "x".repeat(300_000) }, {}, /256 KiB/],
    [
      "1,400 properties",
      { properties: named(1400, () => ({ type: "string", minLength: 1 })) },
      { p1: 1 },
      /refused/,
    ],
    [
      "1,400 alternatives",
      { properties: { x: { anyOf: times(1400, (index) => ({ minLength: index + 2 })) } } },
      { x: "" },
      /refused|too long/,
    ],
    [
      "1,400 exclusive alternatives",
      { properties: { x: { oneOf: times(1400, (index) => ({ type: "string", minLength: index + 2 })) } } },
      { x: "" },
      /refused|too long/,
    ],
    [
      "1,400 constants",
      { properties: { x: { oneOf: times(1400, (index) => ({ const: index })) } } },
      { x: -1 },
      /refused/,
    ],
    [
      "4,000 anchors to search",
      { properties: named(1400, () => ({ $ref: "#no-such-anchor" })) },
      {},
      /does not have|definitions/,
    ],
  ])("survives %s", async (_what, schema, args, expected) => {
    expect(await judge(schema, args)).toMatch(expected);
  });

  it("survives nesting, however deep", async () => {
    for (const keyword of ["not", "items", "additionalProperties", "if", "propertyNames"]) {
      let schema: JsonObject = { type: "string" };
      for (let level = 0; level < 50_000; level += 1) schema = { [keyword]: schema };
      expect(await judge(schema, { x: 1 })).toMatch(/levels deep/);
    }
    let alternatives: JsonObject = { type: "string" };
    for (let level = 0; level < 30; level += 1)
      alternatives = { anyOf: [alternatives, ...times(20, () => ({ type: "number" }))] };
    expect(await judge({ properties: { x: alternatives } }, { x: true })).toMatch(/refused|compiled/);
  });

  it("survives a schema object that contains itself", async () => {
    const schema: Record<string, unknown> = {};
    schema["not"] = schema;
    expect(await judge(schema, {})).toMatch(/levels deep/);
  });
});

describe("arguments that multiply the work of a schema", () => {
  const everyKey = named(200_000, () => 1);
  it.each<[string, unknown, JsonObject]>([
    [
      "alternatives by items",
      { properties: { x: { items: { anyOf: times(500, (index) => ({ minLength: index + 1 })) } } } },
      { x: Array(500_000).fill("") },
    ],
    [
      "choices by items",
      { properties: { x: { items: { enum: times(15_000, (index) => `v${index}`) } } } },
      { x: Array(400_000).fill("v14999") },
    ],
    [
      "lengths by alternatives",
      { properties: { x: { anyOf: times(1400, (index) => ({ maxLength: index })) } } },
      { x: "x".repeat(4_000_000) },
    ],
    [
      "unknown keys by alternatives",
      { anyOf: times(1400, () => ({ additionalProperties: false })) },
      everyKey,
    ],
    [
      "names by patterns",
      { patternProperties: Object.fromEntries(times(200, (index) => [`^k${index}`, true])) },
      everyKey,
    ],
    [
      "comparisons of every item with every other",
      { properties: { x: { uniqueItems: true } } },
      { x: times(150_000, (index) => ({ a: index })) },
    ],
    ["wrong items", { properties: { x: { items: { type: "string" } } } }, { x: Array(900_000).fill(1) }],
    [
      "items that are not contained",
      { properties: { x: { contains: { type: "string" } } } },
      { x: Array(900_000).fill(1) },
    ],
  ])("limits %s", async (_what, schema, args) => {
    expect(await judge(schema, args)).toMatch(/takes too long|fine|refused/);
  });
});

describe("references to elsewhere", () => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    response.end(`{"type":"object","required":["leaked"]}`);
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
  });
  afterAll(async () => {
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });

  it("are never fetched", async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
    const schemas: JsonObject[] = [
      { $ref: url },
      { $ref: `${url}#/a` },
      { $dynamicRef: url },
      { $recursiveRef: url },
      { properties: { a: { $ref: url } } },
      { properties: { a: { anyOf: [{ $ref: url }, { type: "string" }] } } },
      { $id: url, properties: { a: { $ref: "other.json" } } },
      { properties: { a: { $ref: "file:///etc/passwd" } } },
      { properties: { a: { $ref: "http://json-schema.org/draft-07/schema#" } } },
    ];
    for (const schema of schemas) expect(await judge(schema, { a: 1 })).toMatch(/never fetched/);
    for (const schema of [{ $schema: url }, { $schema: url, $vocabulary: { [url]: true } }]) {
      expect(await judge(schema, { a: 1 })).toMatch(/unknown dialect/);
    }
    expect(await judge({ $id: url, properties: { a: { $ref: url } } }, { a: { a: {} } })).toBe("fine");
    expect(requests).toEqual([]);
  });
});
