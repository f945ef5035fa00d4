import { describe, expect, it } from "vitest";
import { readSkill } from "./read-skill.ts";
import type { SkillTool } from "./skill-tool.ts";

const read = (text: string, file = "skill.ts") => readSkill({ name: "weather", file, text });

function only(text: string, file?: string): SkillTool {
  const { tools } = read(text, file);
  expect(tools).toHaveLength(1);
  const [tool] = tools;
  if (tool === undefined) throw new Error("no tool");
  return tool;
}

/** The schema of the only parameter of a function, given its type and what else stands in the file. */
function schemaOf(type: string, rest = ""): unknown {
  const { inputSchema } = only(`${rest}\nexport function tool(value: ${type}, other: string) {}`);
  return (inputSchema["properties"] as Record<string, unknown>)["value"];
}

function remarksOn(type: string, rest = ""): readonly string[] {
  const { remarks } = read(`${rest}\n/** It. */ export function tool(value: ${type}, other: string) {}`);
  return remarks.map(({ message }) => message);
}

const object = (properties: object, required: readonly string[] = [], others: unknown = false) => ({
  type: "object",
  properties,
  ...(required.length > 0 ? { required } : undefined),
  additionalProperties: others,
});

describe("types of other files", () => {
  const FILES: Readonly<Record<string, string>> = {
    "./types.ts": `
      import type { Unit as U } from "./unit.ts";
      /** A place. */
      export interface City { name: string; unit?: U; sister?: City }
      export type { Unit } from "./unit.ts";
      export default interface Day { at: string }
      type Maybe = City | undefined;
      export type { Maybe };
      export type Odd = { of: Map<string, string> };`,
    "./unit.ts": `import type { City } from "./types.ts"; export type Unit = "C" | "F"; export type Home = City;`,
    "./all.ts": `export * from "./types.ts";`,
    "./broken.ts": "export type City = {",
    "./back.ts": `import type { Own } from "./skill.ts"; export type Back = Own;`,
  };
  const MAIN = "./skill.ts";
  const readWith = (text: string) => {
    const readNeighbour = (file: string) => {
      const found = file === MAIN ? text : FILES[file];
      return found === undefined ? undefined : { file, text: found };
    };
    return readSkill({ name: "weather", file: MAIN, text, readNeighbour });
  };
  const valueOf = (head: string, type: string) => {
    const { tools, remarks } = readWith(
      `${head}\n/** It. */ export function tool(value: ${type}, other: string) {}`,
    );
    const { properties, $defs } = (tools[0]?.inputSchema ?? {}) as Record<string, Record<string, unknown>>;
    return { value: properties?.["value"], $defs, remarks };
  };

  it("are followed where they are imported as types", () => {
    const found = { value: { enum: ["C", "F"] }, remarks: [] };
    expect(valueOf(`import type { Unit } from "./unit.ts";`, "Unit")).toMatchObject(found);
    expect(valueOf(`import { type Unit as Mine } from "./types.ts";`, "Mine")).toMatchObject(found);
    expect(valueOf(`import type { Unit } from "./all.ts";`, "Unit")).toMatchObject(found);
    expect(valueOf(`import type Day from "./types.ts";`, "Day")).toMatchObject({
      value: object({ at: { type: "string" } }, ["at"]),
    });
  });

  it("mean what they mean there, whatever has the same name here", () => {
    const head = `import type { City as Town } from "./types.ts"; interface City { here: Town } type U = 1;`;
    const { value, $defs } = valueOf(head, "City");
    const [id = ""] = Object.keys($defs ?? {});
    expect(value).toMatchObject(object({ here: { $ref: `#/$defs/${id}` } }, ["here"]));
    expect($defs?.[id]).toMatchObject({
      description: "A place.",
      properties: { name: { type: "string" }, unit: { enum: ["C", "F"] }, sister: { $ref: `#/$defs/${id}` } },
    });
    const back = `import type { Back } from "./back.ts"; export type Own = { mine: true };`;
    expect(valueOf(back, "Back").value).toMatchObject({ properties: { mine: {} } });
  });

  it("are anything where they cannot be read, with a remark at a place of this file", () => {
    const broken = valueOf(`import type { City } from "./broken.ts";`, "City");
    expect(broken).toMatchObject({ value: {}, remarks: [{ line: 2 }] });
    expect(valueOf(`import type { None } from "./unit.ts";`, "None").remarks).toHaveLength(1);
    const odd = valueOf(`\n\nimport type { Odd } from "./types.ts";`, "Odd");
    expect(odd.remarks).toMatchObject([{ line: 3, message: expect.stringContaining("'Map'") }]);
  });

  it("say whether an argument may be left out", () => {
    const text = `import type { Maybe } from "./types.ts"; export function tool(a: string, b: Maybe) {}`;
    expect(readWith(text).tools[0]?.inputSchema["required"]).toEqual(["a"]);
  });
});

describe("overloads", () => {
  it.each([
    "/** First. @param x it */\nexport function a(x: string): void;\n/** Second. */\nexport function a(x: number): void;\nexport function a(x: unknown) {}",
    "/** First. */\nexport default function a(x: string): void;\n/** Inside. */\nexport default function a(x: unknown) {}",
    "export class A {\n/** First. */\na(x: string): void;\n/** Inside. */\na(x: unknown) {} }",
    "export function a(x: string): void;\n/** First. */\nexport function a(x: number): void;\nexport function a(x: unknown) {}",
  ])("have the comment of the first that has one: %s", (text) => {
    expect(only(text)).toMatchObject({ name: "a", description: expect.stringContaining("First.") });
  });
});

describe("types of parameters", () => {
  it.each<[string, unknown]>([
    ["string", { type: "string" }],
    ["number", { type: "number" }],
    ["boolean", { type: "boolean" }],
    ["null", { type: "null" }],
    ["unknown", {}],
    ["any", {}],
    ["object", { type: "object" }],
    ["`a${string}`", { type: "string" }],
    [`"a" | "b"`, { type: "string", enum: ["a", "b"] }],
    [`"a" | null`, { type: ["string", "null"], enum: ["a", null] }],
    ["1 | -2", { type: "number", enum: [1, -2] }],
    ["true | false", { type: "boolean" }],
    [`"a"`, { type: "string", const: "a" }],
    ["string | number", { type: ["string", "number"] }],
    ["string | string", { type: "string" }],
    ["string | unknown", {}],
    ["number | string[]", { anyOf: [{ type: "number" }, { type: "array", items: { type: "string" } }] }],
    [
      `"x" | 1 | string[]`,
      {
        anyOf: [
          { type: ["string", "number"], enum: ["x", 1] },
          { type: "array", items: { type: "string" } },
        ],
      },
    ],
    ["string[]", { type: "array", items: { type: "string" } }],
    ["Array<number>", { type: "array", items: { type: "number" } }],
    ["readonly string[]", { type: "array", items: { type: "string" } }],
    [
      "ReadonlyArray<(string | null)[]>",
      { type: "array", items: { type: "array", items: { type: ["string", "null"] } } },
    ],
    [
      "[string, count?: number]",
      { type: "array", items: { type: ["string", "number"] }, minItems: 1, maxItems: 2 },
    ],
    ["[string, ...number[]]", { type: "array", items: { type: ["string", "number"] }, minItems: 1 }],
    ["{ a: string; b?: number }", object({ a: { type: "string" }, b: { type: "number" } }, ["a"])],
    ["{ a: string | undefined }", object({ a: { type: "string" } })],
    [
      `{ "a-b": string; 1: number }`,
      object({ "1": { type: "number" }, "a-b": { type: "string" } }, ["a-b", "1"]),
    ],
    ["{ [name: string]: number }", object({}, [], { type: "number" })],
    [
      "{ a: { b: { c: boolean } } }",
      object({ a: object({ b: object({ c: { type: "boolean" } }, ["c"]) }, ["b"]) }, ["a"]),
    ],
    ["Record<string, number>", { type: "object", additionalProperties: { type: "number" } }],
    [`Record<"a" | "b", number>`, object({ a: { type: "number" }, b: { type: "number" } }, ["a", "b"])],
    ["{ a: string } & { b: number }", object({ a: { type: "string" }, b: { type: "number" } }, ["a", "b"])],
    ["string & {}", { type: "string" }],
    ["(string)", { type: "string" }],
    ["__proto__[]", { type: "array", items: {} }],
  ])("describes %s", (type, expected) => {
    expect(schemaOf(type)).toEqual(expected);
  });

  it.each<[string, string, unknown]>([
    ["Unit", `type Unit = "c" | "f";`, { type: "string", enum: ["c", "f"] }],
    ["Place", "interface Place { city: string }", object({ city: { type: "string" } }, ["city"])],
    ["Place", "export interface Place { city: string }", object({ city: { type: "string" } }, ["city"])],
    [
      "B",
      "interface A { a: string } interface B extends A { b?: A }",
      object({ a: { type: "string" }, b: object({ a: { type: "string" } }, ["a"]) }, ["a"]),
    ],
    [
      "A",
      "interface A { a: string } interface A { b: string }",
      object({ a: { type: "string" }, b: { type: "string" } }, ["a", "b"]),
    ],
    ["Partial<A>", "interface A { a: string }", object({ a: { type: "string" } })],
    ["Required<A>", "interface A { a?: string }", object({ a: { type: "string" } }, ["a"])],
    [`Pick<A, "a">`, "interface A { a: string; b: string }", object({ a: { type: "string" } }, ["a"])],
    [
      `Omit<A, "a" | "c">`,
      "interface A { a: string; b: string; c: 1 }",
      object({ b: { type: "string" } }, ["b"]),
    ],
    [
      "Page<string>",
      "type Page<Item, Extra = number> = { items: Item[]; extra: Extra }",
      object({ items: { type: "array", items: { type: "string" } }, extra: { type: "number" } }, [
        "items",
        "extra",
      ]),
    ],
  ])("describes %s of %s", (type, rest, expected) => {
    expect(schemaOf(type, rest)).toEqual(expected);
    expect(remarksOn(type, rest)).toEqual([]);
  });

  it("refers to a type that contains itself", () => {
    const tool = only(
      "interface Tree { value: number; children: Tree[] }\nexport function walk(tree: Tree, deep: boolean) {}",
    );
    expect(tool.inputSchema).toMatchObject({
      properties: { tree: { $ref: "#/$defs/Tree" } },
      $defs: {
        Tree: object(
          { value: { type: "number" }, children: { type: "array", items: { $ref: "#/$defs/Tree" } } },
          ["value", "children"],
        ),
      },
    });
  });

  it("takes the comments of members and types as descriptions", () => {
    const rest =
      "/** A place. */ interface Place { /** Its name. */ city: string; /* not this */ zip: string }";
    expect(schemaOf("Place", rest)).toEqual({
      ...object({ city: { type: "string", description: "Its name." }, zip: { type: "string" } }, [
        "city",
        "zip",
      ]),
      description: "A place.",
    });
  });

  it.each([
    ["Map<string, number>", "", "the type 'Map' cannot be described, so any value is taken there"],
    ["Date", "", "the type 'Date' cannot be described"],
    ["() => void", "", "a function cannot be described"],
    ["bigint", "", "a bigint cannot be described"],
    ["keyof A", "interface A { a: string }", "'keyof' cannot be described"],
    [`A["a"]`, "interface A { a: string }", "the type of a member cannot be described"],
    ["A", `import type { A } from "./a.ts";`, "the type 'A' cannot be described"],
    ["Temporal.Instant", "", "a type of another module cannot be described"],
    ["{ [K in string]: K }", "", "a mapped type cannot be described"],
    ["typeof x", "const x = 1;", "'typeof' cannot be described"],
    ["string & number", "", "this intersection cannot be described"],
  ])("takes any value for %s, and says so", (type, rest, remark) => {
    expect(schemaOf(type, rest)).toEqual({});
    expect(remarksOn(type, rest)).toEqual([expect.stringContaining(`tool: ${remark}`)]);
  });

  it("ends with types that would grow for ever", () => {
    const doubling = Array.from(
      { length: 40 },
      (_, index) => `type T${index + 1} = [T${index}, T${index}];`,
    ).join("\n");
    expect(remarksOn("T40", `type T0 = string;\n${doubling}`)).toContain(
      "tool: a type this large cannot be described, so any value is taken there",
    );
    expect(remarksOn("A<string>", "type A<T> = { a: A<T[]> }").join()).toContain("a type this large");
  });
});

describe("parameters", () => {
  it("become the members of one object, and are passed by their names", () => {
    const tool = only(`
      /**
       * Tells the weather.
       * @param city - where
       * @param days how many
       * @returns the forecast
       */
      export async function forecast(city: string, days = 3, unit?: "c" | "f", ...tags: string[]) {}`);
    expect(tool).toMatchObject({
      name: "forecast",
      description: "Tells the weather.\nReturns the forecast",
      target: { kind: "function", export: "forecast" },
      passing: { kind: "named", names: ["city", "days", "unit"], rest: "tags" },
    });
    expect(tool.inputSchema).toEqual(
      object(
        {
          city: { type: "string", description: "where" },
          days: { type: "number", default: 3, description: "how many" },
          unit: { type: "string", enum: ["c", "f"] },
          tags: { type: "array", items: { type: "string" } },
        },
        ["city"],
      ),
    );
  });

  it.each([
    ["an object type", "export function f(place: { city: string; zip?: string }) {}"],
    [
      "a named type",
      "interface Place { city: string; zip?: string }\nexport const f = (place: Place) => place;",
    ],
    ["a pattern", "export function f({ city, zip }: { city: string; zip?: string }) {}"],
  ])("that are one object are that object's members: %s", (_what, text) => {
    const { inputSchema, passing } = only(text);
    expect(inputSchema).toEqual(object({ city: { type: "string" }, zip: { type: "string" } }, ["city"]));
    expect(passing).toEqual({ kind: "whole", isOptional: false });
  });

  it("have the defaults of a pattern", () => {
    const { inputSchema } = only(
      `export function f({ a, b = [1], c = now() }: { a: string; b: number[]; c: string }) {}`,
    );
    expect(inputSchema).toEqual(
      object(
        {
          a: { type: "string" },
          b: { type: "array", items: { type: "number" }, default: [1] },
          c: { type: "string" },
        },
        ["a"],
      ),
    );
  });

  it("can all be left out where the one object can", () => {
    const { inputSchema, passing } = only("export function f(options: { a: string } = { a: 'x' }) {}");
    expect(inputSchema).toEqual(object({ a: { type: "string" } }));
    expect(passing).toEqual({ kind: "whole", isOptional: true });
  });

  it("of a single value keep their name", () => {
    expect(only("export function f(cities: string[]) {}")).toMatchObject({
      inputSchema: { properties: { cities: { type: "array" } }, required: ["cities"] },
      passing: { kind: "named", names: ["cities"] },
    });
  });

  it("may be none", () => {
    expect(only("export function f(this: Window) {}").inputSchema).toEqual(object({}));
  });

  it("without a type take any value, and that is said with its place", () => {
    const { remarks } = read("/** It. */\nexport function f(a, b: number) {}");
    expect(remarks).toEqual([
      { line: 2, column: 19, message: "f: the parameter 'a' has no type, so any value is taken there" },
    ]);
  });
});

describe("results", () => {
  it.each([["{ a: string }"], ["Promise<{ a: string }>"], ["Result"], ["Promise<Readonly<Result>>"]])(
    "that are objects are promised: %s",
    (type) => {
      const { outputSchema } = only(`interface Result { a: string }\nexport function f(): ${type} {}`);
      expect(outputSchema).toEqual({
        type: "object",
        properties: { a: { type: "string" } },
        required: ["a"],
      });
    },
  );

  it.each([
    ["string"],
    ["void"],
    ["Promise<string[]>"],
    ["{ a: 1 } | { b: 2 }"],
    ["Promise<{ a: 1 } | undefined>"],
    ["Elsewhere"],
  ])("of other types are not: %s", (type) => {
    expect(only(`export function f(): ${type} {}`).outputSchema).toBeUndefined();
  });

  it("are described as JSON brings them", () => {
    const { outputSchema } = only("export function f(): { at: Date; toText(): string } {}");
    expect(outputSchema).toEqual({
      type: "object",
      properties: { at: { type: "string" } },
      required: ["at"],
    });
  });
});

describe("which functions are tools", () => {
  const names = (text: string, file?: string) => read(text, file).tools.map(({ name }) => name);

  it.each([
    ["declarations", "export function a() {}\nexport async function b() {}\nfunction c() {}", ["a", "b"]],
    [
      "constants",
      "export const a = () => 1, b = function () {}, c = 5, d = (async () => {}) as Tool;",
      ["a", "b", "d"],
    ],
    ["lists", "function a() {}\nconst b = () => 1;\nexport { a, b as c };", ["a", "c"]],
    ["a default with a name", "export default function a() {}", ["a"]],
    ["a default without", "export default (a: string) => a;", ["weather"]],
    ["a default by name", "function a() {}\nexport default a;\nexport { a };", ["a"]],
    [
      "a default object",
      "const c = () => 1;\nexport default { a() {}, b: () => 1, c, d: 5, get e() { return 1 } };",
      ["a", "b", "c"],
    ],
    [
      "a class",
      "export class A { constructor() {} a() {} b = () => 1; #c() {} private d() {} protected e() {} static f() {} get g() { return 1 } _h() {} ['i']() {} }",
      ["a", "b"],
    ],
    ["a default class", "export default class { a() {} }", ["a"]],
    [
      "overloads",
      "export function a(x: string): void;\nexport function a(x: number): void;\nexport function a(x: unknown) {}",
      ["a"],
    ],
    [
      "no types",
      "export type A = () => void; export interface B { c(): void }\nexport function d() {}",
      ["d"],
    ],
    ["nothing private", "export function _a() {}\nexport function b() {}", ["b"]],
  ])("finds %s", (_what, text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  it.each([
    ["exports.a = function () {}; module.exports.b = () => 1;", ["a", "b"]],
    ["function a() {}\nmodule.exports = { a, b() {} };", ["a", "b"]],
    ["module.exports = class { a() {} };", ["a"]],
    ["module.exports = function a() {};", ["weather"]],
  ])("reads CommonJS: %s", (text, expected) => {
    expect(names(text, "skill.js")).toEqual(expected);
  });

  it.each([
    ["export function größe() {}", "'größe' is no tool: a tool's name has only the characters"],
    ["export function* a() {}", "'a' is no tool: a generator has no single result"],
    [
      "export class A { toString() {} }",
      "'toString' is no tool: every JavaScript object has something of this name",
    ],
    ["export class A { a() {} }\nexport class B { a() {} }", "'a' is no tool: an earlier one has this name"],
    [`export { a } from "./a.ts";`, "what is exported from './a.ts' is no tool"],
  ])("leaves out what cannot be one: %s", (text, remark) => {
    const { remarks } = read(`/** It. */ export function good() {}\n${text}`);
    expect(remarks.map(({ message }) => message).join()).toContain(remark);
  });
});

describe("JavaScript with doc comments", () => {
  it("has the types of its comments", () => {
    const text = `
      /**
       * @typedef {Object} Place
       * @property {string} city the city
       * @property {number} [zip]
       */
      /** @typedef {"c" | "f"} Unit */
      /**
       * Says hello.
       * @param {string} name - who
       * @param {Place} [place] where
       * @param {?Unit} unit
       * @param {Array.<string>} words
       * @param {Object} options how
       * @param {boolean=} options.loud with force
       * @param {number} options.size.width
       * @param {Object.<string, number>} counts
       * @param {*} rest
       * @returns {Promise<{ text: string }>}
       */
      export function hello(name, place, unit, words, options, counts, rest) {}`;
    const { tools, remarks } = read(text, "skill.js");
    expect(remarks).toEqual([]);
    expect(tools[0]?.inputSchema).toEqual(
      object(
        {
          name: { type: "string", description: "who" },
          place: {
            ...object({ city: { type: "string", description: "the city" }, zip: { type: "number" } }, [
              "city",
            ]),
            description: "where",
          },
          unit: { type: ["string", "null"], enum: ["c", "f", null] },
          words: { type: "array", items: { type: "string" } },
          options: {
            ...object(
              {
                loud: { type: "boolean", description: "with force" },
                size: object({ width: { type: "number" } }, ["width"]),
              },
              ["size"],
            ),
            description: "how",
          },
          counts: { type: "object", additionalProperties: { type: "number" } },
          rest: {},
        },
        ["name", "unit", "words", "options", "counts", "rest"],
      ),
    );
    expect(tools[0]?.outputSchema).toEqual({
      type: "object",
      properties: { text: { type: "string" } },
      required: ["text"],
    });
  });

  it("names a pattern by its comment, and reads it where there is none", () => {
    const documented =
      "/** It.\n * @param {Object} o\n * @param {string} o.a\n */\nexport function f({ a }) {}";
    expect(only(documented, "skill.js").inputSchema).toEqual(object({ a: { type: "string" } }, ["a"]));
    const { inputSchema, passing } = only("/** It. */ export function f({ a, b = 2 } = {}) {}", "skill.mjs");
    expect(inputSchema).toEqual(object({ a: {}, b: { type: "number", default: 2 } }));
    expect(passing).toEqual({ kind: "whole", isOptional: true });
  });

  it("takes any value where a comment's type makes no sense", () => {
    const text = "/** It.\n * @param {string} a\n * @param {{{} b\n */\nexport function f(a, b) {}";
    expect(only(text, "skill.js").inputSchema).toMatchObject({
      properties: { a: { type: "string" }, b: {} },
    });
  });
});

describe("a source that cannot be used", () => {
  it.each([
    ["const a = 1;\nexport function (", "skill.ts:2:17: Unexpected token"],
    ["export function f() {}\nenum A { B }", "skill.ts:2:1: Node cannot run 'enum'"],
    [
      "export class A { constructor(private a: string) {} f() {} }",
      "skill.ts:1:30: Node cannot run parameter properties",
    ],
    [
      "namespace A { export const b = 1 }\nexport function f() {}",
      "skill.ts:1:1: Node cannot run 'namespace'",
    ],
    ["export const a = 1;", "skill.ts:1:1: it exports no function and no class"],
    ["", "skill.ts:1:1: it exports no function and no class"],
    [`export * from "./a.ts";`, "what is exported from './a.ts' is no tool"],
    [`export const f = ${"(".repeat(50_000)}`, "skill.ts:1:1: it is nested too deeply to be read"],
  ])("says where and why: %#", (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it("may declare what it does not run", () => {
    expect(
      only("declare enum A { B }\ndeclare namespace C { const d: 1 }\nexport function f() {}").name,
    ).toBe("f");
  });
});
