import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readHeader, writeHeader } from "./script-header.ts";
import { NO_PARAMETERS } from "./script.ts";

const SCHEMA = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

describe("the comment at the top of a script", () => {
  it("says what the script does, and what it takes", () => {
    const text = `/**\n * Tells the weather.\n * Of one city.\n *\n * @parameters ${JSON.stringify(SCHEMA)}\n */\nreturn 1`;
    expect(readHeader(text)).toEqual({
      ok: true,
      header: { description: "Tells the weather.\nOf one city.", parameters: SCHEMA },
      end: text.indexOf("\nreturn"),
    });
  });

  it("may have the schema on several lines, and no stars", () => {
    const text = `\n/** Tells the weather.\n@parameters\n${JSON.stringify(SCHEMA, undefined, 2)}\n*/ return 1`;
    expect(readHeader(text)).toMatchObject({
      ok: true,
      header: { description: "Tells the weather.", parameters: SCHEMA },
    });
  });

  it("may stand below a first line for a shell", () => {
    const text = "#!/usr/bin/env tackle\n/** Tells the weather. */\nreturn 1";
    expect(readHeader(text)).toMatchObject({ ok: true, header: { description: "Tells the weather." } });
  });

  it.each([["return 1"], [""], ["/* not a doc comment */ 1"], ["/**/ 1"], ["// line\n/** later */"]])(
    "may be missing: %j",
    (text) => {
      expect(readHeader(text)).toEqual({
        ok: true,
        header: { description: undefined, parameters: NO_PARAMETERS },
        end: 0,
      });
    },
  );

  it.each([
    ["/** never ends", 1, "does not end"],
    ["\n\n/**\n * x\n * @param city The city\n */", 5, "'@param' is not known here"],
    ["/**\n * @parametersX {}\n */", 2, "'@parametersX' is not known here"],
    ["/**\n * @parameters {\n */", 2, "not JSON"],
    ["/**\n * @parameters []\n */", 2, "must be a JSON Schema of an object"],
    ['/**\n * @parameters {"type": "string"}\n */', 2, "must be a JSON Schema of an object"],
    ['/**\n * @parameters {"type": "object", "properties": 5}\n */', 2, '"properties" of the parameters'],
    ['/**\n * @parameters {"type": "object"}\n * @parameters {"type": "object"}\n */', 2, "not JSON"],
    [`/**\n${" * x\n".repeat(10_000)} */`, 1, "more than 16384 characters"],
  ])("is refused with its line: %j", (text, line, message) => {
    expect(readHeader(text)).toEqual({ ok: false, line, message: expect.stringContaining(message) });
  });

  it("is read as it was written, whatever it says", () => {
    const words = fc.string({ maxLength: 200 }).map((text) => text.replaceAll(/[\r@*]/g, "").trim());
    const property = fc.record({ description: fc.string({ unit: "binary", maxLength: 100 }) });
    const properties = fc.dictionary(fc.string({ maxLength: 20 }), property, { maxKeys: 5 });
    fc.assert(
      fc.property(words, properties, (description, named) => {
        const parameters = { type: "object", properties: { ...named, end: { default: "*/ return 2" } } };
        const read = readHeader(`${writeHeader({ description, parameters })}return 1`);
        const lines = description
          .split("\n")
          .map((line) => line.trimEnd())
          .join("\n");
        const expected = { description: lines === "" ? undefined : lines, parameters };
        expect(read).toMatchObject({ ok: true, header: JSON.parse(JSON.stringify(expected)) as object });
      }),
    );
  });

  it("is not written when it could not be read again", () => {
    for (const description of ["a */ b", "a\n@b"])
      expect(() => writeHeader({ description, parameters: NO_PARAMETERS })).toThrow("cannot be written");
  });
});
