/** `write_file`: a whole new content, put in place at once; the mode of an existing file stays. */
import * as z from "zod";
import { TackleError } from "../../errors.ts";
import { changeFile, UNCHECKED } from "../files/change-file.ts";
import { HASH, PATH, type FileContext } from "../files/file-context.ts";
import { MAX_WHOLE_BYTES } from "../files/read-bytes.ts";
import { textAndData } from "../text-and-data.ts";
import { tool, type ServerTool } from "../tool.ts";

const INPUT = z
  .object({
    path: PATH,
    content: z.string().max(MAX_WHOLE_BYTES),
    encoding: z.enum(["utf-8", "base64"]).default("utf-8").describe("How content is given; base64 for bytes"),
    create_parents: z.boolean().default(false).describe("Create the folders that are missing"),
    create_only: z.boolean().default(false).describe("Fail when the file exists"),
    expected_hash: HASH.optional(),
  })
  .strict();

const OUTPUT = z.object({
  path: z.string(),
  created: z.boolean(),
  size: z.number(),
  hash: z.string(),
});

export function writeFileTool({ roots, memory }: FileContext): ServerTool {
  return tool({
    title: "Write a file",
    description:
      "Writes a whole file, new or in the place of an old one, which keeps its mode. Fails when the file changed since this session read it, " +
      "or has another content than expected_hash says. " +
      "To change a part of a file, use an edit tool.",
    input: INPUT,
    output: OUTPUT,
    annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
    run: async ({ path, content, encoding, create_parents, create_only, expected_hash }, { session }) => {
      const bytes = encoding === "base64" ? fromBase64(content) : Buffer.from(content, "utf8");
      const {
        path: real,
        isNew,
        hash,
        isUnchecked,
      } = await changeFile({
        roots,
        memory,
        session,
        path,
        createsFolders: create_parents,
        expectedHash: expected_hash,
        isWhole: !create_only,
        change: (old, shown) => {
          if (old !== undefined && create_only) throw exists(shown);
          return bytes;
        },
      });
      const data = { path: real, created: isNew, size: bytes.length, hash };
      return isUnchecked ? textAndData(`${JSON.stringify(data)}\n${UNCHECKED}`, data) : data;
    },
  });
}

function fromBase64(text: string): Buffer {
  const bytes = Buffer.from(text, "base64");
  const isBase64 = bytes.toString("base64").replace(/=+$/, "") === text.replace(/\s|=+$/g, "");
  if (isBase64) return bytes;
  throw new TackleError({
    code: "usage",
    message: "content is not base64",
    hint: `Encode it, or leave out encoding.`,
  });
}

function exists(path: string): TackleError {
  return new TackleError({
    code: "conflict",
    message: `${path} exists already; nothing was written`,
    hint: "Leave out create_only to replace it.",
  });
}
