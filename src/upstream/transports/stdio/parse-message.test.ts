import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wireTextOf } from "../../../util/wire-text.ts";
import { parseLine, parseValue } from "./parse-message.ts";

const pending = new Set<unknown>([1, 7, "probe"]);
const match = (id: unknown): string | number | undefined => {
  for (const candidate of [id, Number(id), String(id)]) {
    if (pending.has(candidate)) return candidate as string | number;
  }
  return undefined;
};
const parse = (text: string) => parseLine(text, match);
const errorOf = (text: string): unknown => (parse(text) as { message?: { error?: unknown } }).message?.error;

describe("parsing a line", () => {
  test("never throws, whatever the line", () => {
    const pieces = fc.constantFrom(
      '{"jsonrpc":"2.0"',
      ',"id":1',
      ',"result":{',
      ',"error":',
      "}",
      "]",
      "[",
      '"',
      "\\",
      ",",
    );
    const glued = fc.array(fc.oneof(pieces, fc.string())).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.oneof(glued, fc.json(), fc.string({ unit: "binary" })), (text) => {
        expect(parse(text)).toHaveProperty("kind");
      }),
    );
  });

  test("never throws on any value, and never makes up an id", () => {
    const member = fc.oneof(fc.jsonValue(), fc.constantFrom("2.0", 1, "1", 2, null));
    const keys = fc.constantFrom("jsonrpc", "id", "method", "params", "result", "error", "__proto__", "x");
    fc.assert(
      fc.property(fc.array(fc.tuple(keys, member)), (entries) => {
        const value: unknown = JSON.parse(
          `{${entries.map(([key, item]) => `"${key}":${JSON.stringify(item)}`).join(",")}}`,
        );
        const parsed = parseValue(value, match);
        expect(parsed.kind !== "reply" || pending.has(parsed.id)).toBe(true);
      }),
    );
  });

  test("a proper reply is passed on as it is", () => {
    const message = { jsonrpc: "2.0", id: 1, result: { content: [] } };
    expect(parse(JSON.stringify(message))).toEqual({ kind: "reply", id: 1, message });
  });

  test.each([
    ["neither", '{"jsonrpc":"2.0","id":1}', "neither a result nor an error"],
    [
      "both",
      '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}}',
      "both a result and an error",
    ],
    ["text for a result", '{"jsonrpc":"2.0","id":1,"result":"x"}', "a result that is a string"],
    ["a list for a result", '{"jsonrpc":"2.0","id":1,"result":[]}', "a result that is an array"],
    ["null for a result", '{"jsonrpc":"2.0","id":1,"result":null}', "a result that is null"],
    ["a number for an error", '{"jsonrpc":"2.0","id":1,"error":5}', "an error that is a number"],
    ["a number for _meta", '{"jsonrpc":"2.0","id":1,"result":{"_meta":5}}', "a _meta that is a number"],
    ["invalid JSON", '{"jsonrpc":"2.0","id":1,"result":{oops}}', "not valid JSON"],
    ["invalid JSON with the id last", '{"result":{oops},"jsonrpc":"2.0","id":1}', "not valid JSON"],
  ])("a reply with %s fails its call", (_name, text, what) => {
    expect(errorOf(text)).toMatchObject({
      message: expect.stringContaining(what),
      data: { tacklebox: { reason: "malformed-reply" } },
    });
  });

  test.each([
    ["extra members", '{"jsonrpc":"2.0","id":1,"result":{"a":1},"took":3}'],
    ["a null error beside the result", '{"jsonrpc":"2.0","id":1,"result":{"a":1},"error":null}'],
    ["its id as text", '{"jsonrpc":"2.0","id":"1","result":{"a":1}}'],
    ["no jsonrpc member", '{"id":1,"result":{"a":1}}'],
    ["a banner in front", 'Listening on {stdio} {"jsonrpc":"2.0","id":1,"result":{"a":1}}'],
    ["a banner in front and the result first", 'ready.{"result":{"a":1},"jsonrpc":"2.0","id":1}'],
  ])("a reply with %s is repaired", (_name, text) => {
    expect(parse(text)).toEqual({
      kind: "reply",
      id: 1,
      message: { jsonrpc: "2.0", id: 1, result: { a: 1 } },
    });
  });

  test("an error without code or message is filled in, and its data kept", () => {
    expect(errorOf('{"jsonrpc":"2.0","id":1,"result":null,"error":{"code":"x","data":[1]}}')).toMatchObject({
      code: -32603,
      message: expect.any(String),
      data: [1],
    });
  });

  test("a reply to no pending request is a stray", () => {
    expect(parse('{"jsonrpc":"2.0","id":99,"result":{}}').kind).toBe("stray");
    expect(parse('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}').kind).toBe("stray");
  });

  test.each(["", "null", "42", '"x"', "[]", "{}", "hello", '{"level":30,"id":1,"msg":"a log line"}', "[1"])(
    "%j is noise",
    (text) => {
      const parsed = parse(text);
      expect(parsed.kind).toBe("noise");
    },
  );

  test("our own request printed back behind a prefix is noise", () => {
    expect(parse('DEBUG got {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}').kind).toBe("noise");
  });

  test("a batch gives its items", () => {
    expect(parse('[{"jsonrpc":"2.0","id":1,"result":{}},{}]')).toMatchObject({
      kind: "batch",
      items: [{ id: 1 }, {}],
    });
  });

  test("a reply that nests too deep fails its call without being parsed", () => {
    const deep = "[".repeat(1_000_000) + "]".repeat(1_000_000);
    expect(errorOf(`{"jsonrpc":"2.0","id":7,"result":{"x":${deep}}}`)).toMatchObject({
      data: { tacklebox: { reason: "reply-too-deep" } },
    });
    expect(errorOf(`{"result":{"x":${deep}},"jsonrpc":"2.0","id":7}`)).toMatchObject({
      data: { tacklebox: { reason: "reply-too-deep" } },
    });
    // The id inside the result is not the id of the reply.
    expect(parse(`{"result":{"id":7,"x":${deep}}}`).kind).toBe("noise");
  });

  test("keys named like prototypes are plain data", () => {
    const parsed = parse(
      '{"jsonrpc":"2.0","id":1,"result":{"__proto__":{"polluted":1}},"__proto__":{"id":7}}',
    );
    expect(parsed).toMatchObject({ kind: "reply", id: 1 });
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("keeps the text of a large result, where it is one result", () => {
    const result = { content: [{ type: "text", text: 'é"}'.repeat(4000) }] };
    const text = JSON.stringify(result);
    const noted = (line: string): unknown => {
      const parsed = parse(line) as { message: { result: object } };
      return wireTextOf(parsed.message.result);
    };
    expect(noted(`{"jsonrpc":"2.0","id":1,"result":${text}}`)).toBe(text);
    expect(noted(`{"result": ${text} ,"jsonrpc":"2.0","id":1}`)).toBe(text);
    expect(noted(`{"jsonrpc":"2.0","id":1,"result":{},"result":${text}}`)).toBeUndefined();
    expect(noted(`{"jsonrpc":"2.0","id":1,\r"result":${text}}`)).toBeUndefined();
    expect(noted(`{"jsonrpc":"2.0","id":1,"result":${text},"id":7}`)).toBeUndefined();
    expect(noted(`{"jsonrpc":"2.0","id":1,"result":${text},"\\u0072esult":{}}`)).toBeUndefined();
    expect(
      noted(`{"jsonrpc":"2.0","id":1,"result":{"isError":true,${text.slice(1, -1)},"isError":false}}`),
    ).toBeUndefined();
    expect(noted(`{"jsonrpc":"2.0","id":1,"result":{ },"other":${text}}`)).toBeUndefined();
  });

  test("keeps no text that says something else than the result that was read", () => {
    const name = fc.constantFrom('"result"', '"\\u0072esult"', '"id"', '"jsonrpc"', '"\\u0069d"', '"a"');
    const long = JSON.stringify({ content: "x".repeat(9000) });
    const value = fc.constantFrom("1", '"2.0"', "{}", "{ }", long, `{"a":1,"a":2,"b":${long}}`);
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 5 }), (members) => {
        const rest = members.map(([key, given]) => `,${key}: ${given}`).join("");
        const parsed = parse(`{"jsonrpc":"2.0","id":1,"result":${long}${rest}}`);
        const result =
          parsed.kind === "reply" && "result" in parsed.message ? parsed.message.result : undefined;
        const text = typeof result === "object" ? wireTextOf(result) : undefined;
        expect(text === undefined ? result : JSON.parse(text)).toEqual(result);
      }),
    );
  });
});
