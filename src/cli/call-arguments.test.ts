import { describe, expect, it } from "vitest";
import { argumentsFromJson, argumentsFromWords } from "./call-arguments.ts";

const schema = {
  type: "object",
  properties: {
    text: { type: "string" },
    count: { type: "integer" },
    ratio: { type: ["number", "null"] },
    loud: { type: "boolean" },
    tags: { type: "array", items: { type: "string" } },
    numbers: { type: "array", items: { type: "number" } },
    options: { type: "object" },
    maybe: { anyOf: [{ type: "number" }, { type: "string" }] },
    level: { enum: [1, 2] },
  },
};
const parse = (...words: string[]) => argumentsFromWords(words, schema);

describe("argumentsFromWords", () => {
  it("types every value by the tool's schema", () => {
    expect(
      parse(
        "text=5",
        "count=5",
        "ratio=0.5",
        "loud=TRUE",
        "tags=a, b",
        "numbers=1,2",
        'options={"a":1}',
        "level=2",
      ),
    ).toEqual({
      text: "5",
      count: 5,
      ratio: 0.5,
      loud: true,
      tags: ["a", "b"],
      numbers: [1, 2],
      options: { a: 1 },
      level: 2,
    });
  });

  it("leaves a value that does not fit as a text, for the check to explain", () => {
    expect(parse("count=many", "loud=perhaps", "count2=5")).toEqual({
      count: "many",
      loud: "perhaps",
      count2: "5",
    });
  });

  it("collects a list that is given word by word, and takes JSON", () => {
    expect(parse("tags=a", "tags=b")).toEqual({ tags: ["a", "b"] });
    expect(parse('tags=["x,y"]', 'text:={"a": [1]}')).toEqual({ tags: ["x,y"], text: { a: [1] } });
  });

  it("keeps equals signs, newlines and emptiness in values", () => {
    expect(parse("text=a=b\nc", "maybe=")).toEqual({ text: "a=b\nc", maybe: "" });
  });

  it("does not reach prototypes", () => {
    const found = parse("__proto__=1", "constructor=2");
    expect(Object.getPrototypeOf({})).not.toHaveProperty("1");
    expect(Object.keys(found)).toContain("constructor");
  });

  it("says what it expected", () => {
    expect(() => parse("txt")).toThrow("'txt' is not an argument");
    expect(() => parse("options:={")).toThrow("The value of options is not JSON");
    expect(() => argumentsFromJson("[1]")).toThrow("must be a JSON object");
  });
});
