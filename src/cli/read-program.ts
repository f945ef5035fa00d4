/** The text of a program that the command line names: a file, `-` for stdin, or `-e CODE`. Exactly one of them. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { isUtf8 } from "node:buffer";
import { messageOf, systemCodeOf, TackleError } from "../errors.ts";
import type { Invocation, Option } from "./command.ts";

/** More than the sandbox takes; it says by itself how much that is. */
const MOST_BYTES = 1024 * 1024;

export const EVAL_OPTION = {
  eval: { type: "string", short: "e", value: "CODE", description: "The program itself, instead of a file" },
} as const satisfies Record<string, Option>;

export interface GivenProgram {
  readonly code: string;
  /** For messages: the file's name, or where else it came from. */
  readonly place: string;
  /** Undefined when it came from somewhere else. */
  readonly file: string | undefined;
}

export async function readProgram(
  { options, terminal }: Pick<Invocation, "options" | "terminal">,
  words: readonly string[],
  usage: string,
): Promise<GivenProgram> {
  const given = options.text("eval");
  const [file, ...others] = words;
  const isOne = others.length === 0 && (given === undefined) !== (file === undefined);
  if (!isOne) throw wrongUsage(given, words, usage);
  if (given !== undefined) return { code: given, place: "-e", file: undefined };
  if (file === "-") return { code: await readText(terminal.stdin, "stdin"), place: "stdin", file: undefined };
  return { code: await readFile(file ?? ""), place: file ?? "", file };
}

async function readFile(file: string): Promise<string> {
  try {
    const found = await stat(file);
    if (!found.isFile()) throw new Error("it is not a regular file"); // a pipe in its place could wait for ever
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") throw noSuchFile(file, error);
    throw unreadable(file, error);
  }
  return readText(createReadStream(file), file);
}

async function readText(stream: AsyncIterable<unknown>, place: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      const part = Buffer.from(chunk as Uint8Array);
      chunks.push(part);
      bytes += part.length;
      if (bytes > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`);
    }
  } catch (error) {
    throw unreadable(place, error);
  }
  const whole = Buffer.concat(chunks);
  if (!isUtf8(whole)) throw unreadable(place, new Error("it is not UTF-8 text"));
  return whole.toString().replace(/^\uFEFF/, "");
}

function noSuchFile(file: string, cause: unknown): TackleError {
  const hint = "Name a file, or give the program itself with -e.";
  return new TackleError({ code: "usage", message: `There is no file '${file}'`, hint, cause });
}

function unreadable(place: string, cause: unknown): TackleError {
  const message = `The program in ${place} cannot be read: ${messageOf(cause)}`;
  return new TackleError({
    code: "usage",
    message,
    hint: "Name a text file, or give the program with -e.",
    cause,
  });
}

function wrongUsage(given: string | undefined, words: readonly string[], usage: string): TackleError {
  const isMissing = given === undefined && words.length === 0;
  const message = isMissing
    ? "The program is missing"
    : `The program is given more than once: ${[...(given === undefined ? [] : ["-e"]), ...words].join(", ")}`;
  return new TackleError({ code: "usage", message, hint: `Usage: tackle ${usage}` });
}
