/** `read_file`: text by lines, bytes by range, images as images. Whatever is cut says where to read on. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import * as z from "zod";
import { TackleError } from "../../errors.ts";
import { contentHash } from "../../util/atomic-write.ts";
import { PATH, type FileContext } from "../files/file-context.ts";
import { withPlace } from "../files/find-place.ts";
import { withFile, type OpenFile } from "../files/open-file.ts";
import { MAX_WHOLE_BYTES, readRange, readWhole } from "../files/read-bytes.ts";
import { decodeText, ENCODINGS } from "../files/text-encoding.ts";
import { image } from "../image.ts";
import { tool, type ServerTool } from "../tool.ts";
import { imageTypeOf } from "./image-type.ts";
import { linesOf, type LineRange } from "./lines-of.ts";
import { linesOfLarge } from "./lines-of-large.ts";

const MAX_RANGE_BYTES = 1024 * 1024;
/** More makes the message too long for many clients once it is base64. */
const MAX_IMAGE_BYTES = 8 * 1024 * 1024;

const line = z.number().int().min(1);
const INPUT = z
  .object({
    path: PATH,
    first_line: line.optional().describe("Counted from 1"),
    last_line: line.optional().describe("Included"),
    offset: z.number().int().min(0).optional().describe("In bytes; instead of lines"),
    length: z.number().int().min(1).max(MAX_RANGE_BYTES).optional().describe("In bytes"),
  })
  .strict();

const OUTPUT = z.object({
  path: z.string(),
  kind: z.enum(["text", "image", "bytes"]),
  size: z.number().describe("Bytes of the whole file"),
  hash: z.string().optional().describe("SHA-256 of the whole file, for expected_hash"),
  text: z.string().optional(),
  base64: z.string().optional(),
  encoding: z.enum(ENCODINGS).optional(),
  has_bom: z.boolean().optional(),
  mime_type: z.string().optional(),
  first_line: z.number().optional(),
  last_line: z.number().optional(),
  total_lines: z.number().optional(),
  next_line: z.number().optional().describe("Where to read on, if the text was cut"),
  offset: z.number().optional(),
});
type Output = z.infer<typeof OUTPUT>;

export function readFileTool({ roots, memory }: FileContext): ServerTool {
  return tool({
    title: "Read a file",
    description:
      "Reads a file: the whole text, a range of lines, or a range of bytes (offset, length). Images come as images. " +
      "The hash in the result can be given to write and edit tools as expected_hash.",
    input: INPUT,
    output: OUTPUT,
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: ({ path, first_line, last_line, offset, length }, { session }) =>
      withPlace({ roots, path }, (place) =>
        withFile(place, async (file) => {
          if (offset !== undefined || length !== undefined) {
            if (first_line !== undefined || last_line !== undefined) throw bothRanges();
            return bytesOf(file, { offset: offset ?? 0, length: length ?? MAX_RANGE_BYTES });
          }
          const range = { first: first_line ?? 1, last: last_line ?? Number.POSITIVE_INFINITY };
          if (range.last < range.first) throw wrongRange(range);
          if (file.stats.size > MAX_WHOLE_BYTES) return textOfLarge(file, range);
          const bytes = await readWhole(file);
          const hash = contentHash(bytes);
          memory.remember(session, file.path, hash);
          const result = contentOf(bytes, { path: file.path, hash, range });
          return memory.keeps(session) ? result : withHash(result, hash);
        }),
      ),
  });
}

interface WholeFile {
  readonly path: string;
  readonly hash: string;
  readonly range: LineRange;
}

function contentOf(bytes: Buffer, { path, hash, range }: WholeFile): CallToolResult {
  const whole = { path, size: bytes.length, hash };
  const mimeType = imageTypeOf(bytes);
  if (mimeType !== undefined && bytes.length <= MAX_IMAGE_BYTES) {
    const structuredContent: Output = { ...whole, kind: "image", mime_type: mimeType };
    return { content: [image(bytes, mimeType)], structuredContent };
  }
  const decoded = decodeText(bytes);
  if (decoded === undefined) throw binary(path, bytes.length);
  const { text, first, last, total, next } = linesOf(decoded.text, range);
  return textResult({
    ...whole,
    kind: "text",
    text,
    encoding: decoded.encoding,
    has_bom: decoded.hasBom,
    first_line: first,
    last_line: last,
    total_lines: total,
    ...(next === undefined ? undefined : { next_line: next }),
  });
}

/** For callers of whom nothing is remembered: what they read last is theirs to say. */
function withHash({ content, ...rest }: CallToolResult, hash: string): CallToolResult {
  const text = `[To change it, give expected_hash ${hash}: nothing else tells whether somebody else has changed it since]`;
  return { ...rest, content: [...content, { type: "text", text }] };
}

async function textOfLarge(file: OpenFile, range: LineRange): Promise<CallToolResult> {
  const { path, stats } = file;
  const found = await linesOfLarge(file.handle, range);
  if (found === undefined) throw binary(path, stats.size);
  const { text, first, last, next } = found;
  const lines = {
    first_line: first,
    last_line: last,
    ...(next === undefined ? undefined : { next_line: next }),
  };
  return textResult({ path, size: stats.size, kind: "text", text, encoding: "utf-8", ...lines });
}

function textResult(output: Output & { text: string }): CallToolResult {
  const { text, next_line: next } = output;
  const note = `[Cut here: read on with first_line = ${next}]`;
  const content = [text, ...(next === undefined ? [] : [note])].map((one) => ({
    type: "text" as const,
    text: one,
  }));
  return { content, structuredContent: output };
}

async function bytesOf(
  { handle, path, stats }: OpenFile,
  range: { offset: number; length: number },
): Promise<CallToolResult> {
  const bytes = await readRange(handle, range);
  const base64 = bytes.toString("base64");
  const structuredContent: Output = { path, kind: "bytes", size: stats.size, offset: range.offset, base64 };
  const decoded = decodeText(bytes);
  const text = decoded === undefined || decoded.encoding !== "utf-8" ? `base64: ${base64}` : decoded.text;
  return { content: [{ type: "text", text }], structuredContent };
}

function binary(path: string, size: number): TackleError {
  return new TackleError({
    code: "usage",
    message: `${path} is binary (${size} bytes)`,
    hint: "Read its bytes with offset and length.",
  });
}

function bothRanges(): TackleError {
  return new TackleError({
    code: "usage",
    message: "Both lines and bytes were asked for",
    hint: "Give one of the two ranges.",
  });
}

function wrongRange({ first, last }: LineRange): TackleError {
  const message = `last_line (${last}) is before first_line (${first})`;
  return new TackleError({
    code: "usage",
    message,
    hint: "Lines count from 1, and the last one is included.",
  });
}
