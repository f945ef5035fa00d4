/** `tackle call NAME key=value…`: calls one tool and prints what it says. */
import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text as readAll } from "node:stream/consumers";
import type { Box } from "../../box/box.ts";
import type { CatalogTool } from "../../catalog/snapshot.ts";
import { messageOf, TackleError } from "../../errors.ts";
import type { CallResult, JsonObject } from "../../types.ts";
import { toTerminalText } from "../../util/terminal-text.ts";
import { argumentsFromJson, argumentsFromWords } from "../call-arguments.ts";
import type { Command, CommandResult, Invocation } from "../command.ts";
import { withBox } from "../open-box.ts";
import { textOf } from "../output/text-of.ts";
import { readConfig } from "../read-config.ts";

export const callCommand: Command = {
  usage: ["call NAME key=value…", "call NAME --args JSON", "call NAME --args -"],
  description:
    "Calls one tool. Values are typed by the tool's own schema; key:=JSON gives any value exactly; --args - reads JSON from\n" +
    "stdin. NAME is a tool in any form: mcp__files__read, read@files, files::read, files.read, or read where only one has it.\n" +
    "Exit code 1 when the call failed.",
  options: {
    args: { type: "string", value: "JSON", description: "All arguments as one JSON object; - for stdin" },
    raw: { type: "boolean", description: "Print the server's own result as JSON" },
    output: {
      type: "string",
      short: "o",
      value: "DIR",
      description: "Save images, audio and files of the result there",
    },
    timeout: { type: "string", value: "MS", description: "Milliseconds that the call may take" },
  },
  examples: [
    ["tackle call echo text=hello", "a tool by its own name"],
    ["tackle call files.read_file path=notes.txt", "of one server"],
    [`tackle call search --args '{"query": "x", "limit": 5}'`, "arguments as JSON"],
    ["tackle call screenshot -o .", "save its image here"],
  ],
  async run(invocation) {
    const [name, ...words] = [...invocation.words, ...(invocation.rest ?? [])];
    if (name === undefined)
      throw new TackleError({
        code: "usage",
        message: "The name of a tool is missing",
        hint: "Usage: tackle call NAME key=value…",
      });
    checkFolder(invocation);
    const config = await readConfig(invocation);
    return withBox(invocation, config, (box, signal) =>
      callAndPresent(name, words, { invocation, box, signal }),
    );
  },
};

export interface CallSurroundings {
  readonly invocation: Invocation;
  readonly box: Box;
  readonly signal: AbortSignal;
}

/** Calls the tool that a name means, with the words as its arguments, and shows what came of it. */
export async function callAndPresent(
  name: string,
  words: readonly string[],
  { invocation, box, signal }: CallSurroundings,
): Promise<CommandResult> {
  const tool = await findOrNothing(box, name);
  // A name that means nothing is a call, too, and has its record.
  if (tool === undefined) return present(await box.call(name, {}, { signal }), invocation, box);
  const args = await argumentsOf(invocation, words, tool.definition.inputSchema);
  const timeoutMs = timeoutOf(invocation);
  const result = await box.call({ server: tool.server, tool: tool.tool }, args, {
    signal,
    ...(invocation.terminal.stderr.isTTY ? { onProgress: progressLine(invocation) } : undefined),
    ...(timeoutMs === undefined ? undefined : { timeoutMs }),
  });
  return present(result, invocation, box);
}

/** Before the call: a tool that has run must not lose its result to a folder that cannot be written. */
function checkFolder({ options }: Invocation): void {
  const folder = options.text("output");
  if (folder === undefined) return;
  try {
    if (!existsSync(folder)) mkdirSync(folder); // one level: Node never returns from deeper ones in some places
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const message = `--output: ${folder} cannot be written: ${messageOf(error)}`;
    throw new TackleError({
      code: "usage",
      message,
      hint: "Name a folder that exists and is yours.",
      cause: error,
    });
  }
}

async function findOrNothing(box: Box, name: string): Promise<CatalogTool | undefined> {
  try {
    return await box.find(name);
  } catch (error) {
    if (error instanceof TackleError && error.code === "not-found") return undefined;
    throw error;
  }
}

async function argumentsOf(
  { options, terminal }: Invocation,
  words: readonly string[],
  schema: JsonObject,
): Promise<JsonObject> {
  const given = options.text("args");
  if (given === undefined) return argumentsFromWords(words, schema);
  if (words.length > 0)
    throw new TackleError({
      code: "usage",
      message: "Arguments are given twice",
      hint: "Use key=value or --args, not both.",
    });
  return argumentsFromJson(given === "-" ? await readAll(terminal.stdin) : given);
}

function timeoutOf({ options }: Invocation): number | undefined {
  const text = options.text("timeout");
  if (text === undefined) return undefined;
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text);
  throw new TackleError({
    code: "usage",
    message: `--timeout must be a number of milliseconds, not '${text}'`,
  });
}

/** Progress is for people at a terminal; nobody else asks the server for it. */
function progressLine({ terminal }: Invocation): (progress: JsonObject) => void {
  return ({ progress, total, message }) => {
    const share = typeof total === "number" ? `${String(progress)}/${total}` : String(progress);
    terminal.stderr.write(
      `\r\u001b[K${toTerminalText(`${share} ${typeof message === "string" ? message : ""}`)}\r`,
    );
  };
}

function present(result: CallResult, invocation: Invocation, box: Box): CommandResult {
  const saved = saveBinaries(result, invocation);
  const { success, output, data, error, hint, content, server, tool, durationMs, outcome, id, whole, raw } =
    result;
  const json = {
    success,
    output,
    data: data ?? null,
    error: error ?? null,
    content,
    server,
    tool,
    durationMs,
    outcome,
    hint: hint ?? null,
    id,
    whole: whole ?? null,
    ...(saved.length > 0 ? { saved } : undefined),
  };
  const exitCode = success ? 0 : 1;
  if (invocation.options.flag("raw"))
    return { json: raw ?? json, human: JSON.stringify(raw ?? json, undefined, 2), exitCode };
  const notes = [
    ...(success
      ? []
      : [
          `${invocation.terminal.stderrStyle("red", "error")}  ${toTerminalText(error ?? "", { keepNewlines: true })}`,
        ]),
    ...(hint === undefined ? [] : [`       ${toTerminalText(hint)}`]),
    ...(whole === undefined ? [] : [`The whole is kept: tackle result ${whole.id}`]),
    ...saved.map((file) => `saved ${file}`),
    ...box.remarksOn({ server, tool }).map((remark) => toTerminalText(remark)),
  ];
  return { json, human: success ? toTerminalText(output, { keepNewlines: true }) : "", notes, exitCode };
}

/** Images, audio and binary resources as files, named by the call and their place in it. */
function saveBinaries({ content, tool, id }: CallResult, { options }: Invocation): string[] {
  const folder = options.text("output");
  if (folder === undefined) return [];
  return content.flatMap((block, index) => {
    const resource =
      typeof block["resource"] === "object" && block["resource"] !== null
        ? (block["resource"] as JsonObject)
        : block;
    const data = resource["blob"] ?? block["data"];
    if (typeof data !== "string") return [];
    const mime = textOf(resource["mimeType"], "application/octet-stream");
    const name = `${tool.replaceAll(/[^\w.-]/g, "_").slice(0, 60)}-${id.slice(0, 8)}-${index + 1}.${endingOf(mime)}`;
    const file = join(folder, name);
    writeFileSync(file, Buffer.from(data, "base64"));
    return [file];
  });
}

/** `image/svg+xml` → `svg`; anything odd → `bin`. */
function endingOf(mime: string): string {
  const ending = /^[\w-]+\/(?:x-)?([a-z0-9]+)/i.exec(mime)?.[1]?.toLowerCase() ?? "bin";
  return ending === "octet" ? "bin" : ending;
}
