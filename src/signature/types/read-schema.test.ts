import { describe, expect, it } from "vitest";
import { ODD_SCHEMAS } from "../fixtures/odd-schemas.ts";
import { problemWithType } from "../fixtures/parse-types.ts";
import { signatureOf } from "../signature-of.ts";
import { fitType } from "./fit-type.ts";
import { readSchema } from "./read-schema.ts";

const STYLE = {
  depth: 8,
  maxUnionChars: 4000,
  showsOpen: true,
  object: "object",
  docs: undefined,
  maxChars: 20_000,
} as const;

describe("the type of a schema", () => {
  it.each(ODD_SCHEMAS)("is right for $title", ({ schema, expected }) => {
    const tool = { server: "s", tool: "t", definition: { name: "t", inputSchema: schema } };
    expect(signatureOf(tool, { detail: "line" }).signature).toBe(`device.SMCP.t(${expected})`);
  });

  it.each(ODD_SCHEMAS)("parses as TypeScript for $title", ({ schema }) => {
    expect(problemWithType(fitType(readSchema(schema), { ...STYLE, defaults: "comment" }))).toBeUndefined();
  });

  it("writes defaults as a sign or as a comment, and all else the same", () => {
    for (const { schema } of ODD_SCHEMAS) {
      const [sign, comment] = (["sign", "comment"] as const).map((defaults) =>
        fitType(readSchema(schema), { ...STYLE, defaults }),
      );
      expect(comment?.replaceAll(/ \/\* (= .*?) \*\//g, " $1")).toBe(sign);
    }
  });
});
