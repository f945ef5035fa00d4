/** `tackle call NAME key=value…`: calls one tool and prints what it says. */
import type { Box } from "../../box/box.ts";
import type { CatalogTool } from "../../catalog/snapshot.ts";
import { TackleError } from "../../errors.ts";
import type { JsonObject } from "../../types.ts";
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Command, CommandResult, Invocation } from "../command.ts";
import { CALL_TIMEOUT_OPTION, readCallTimeout } from "../call-timeout.ts";
import { withBox } from "../open-box.ts";
import { presentCall } from "../output/present-call.ts";
import { checkOutputFolder, OUTPUT_OPTION } from "../output/save-binaries.ts";
import { readArguments } from "../read-arguments.ts";
import { readConfig } from "../read-config.ts";
import { missingWord } from "../missing-word.ts";

export const callCommand: Command = {
  usage: ["call NAME key=value…", "call NAME --args JSON", "call NAME --args -"],
  description:
    "Calls one tool. Values are typed by the tool's own schema; key:=JSON gives any value exactly; --args - reads JSON from\n" +
    "stdin. NAME is a tool in any form: mcp__files__read, read@files, files::read, files.read, or read where only one has it.\n" +
    "Exit code 1 when the call failed.",
  options: {
    args: { type: "string", value: "JSON", description: "All arguments as one JSON object; - for stdin" },
    raw: { type: "boolean", description: "Print the server's own result as JSON" },
    ...OUTPUT_OPTION,
    ...CALL_TIMEOUT_OPTION,
  },
  examples: [
    ["tackle call echo text=hello", "a tool by its own name"],
    ["tackle call files.read_file path=notes.txt", "of one server"],
    [`tackle call search --args '{"query": "x", "limit": 5}'`, "arguments as JSON"],
    ["tackle call screenshot -o .", "save its image here"],
  ],
  async run(invocation) {
    const [name, ...words] = [...invocation.words, ...(invocation.rest ?? [])];
    if (name === undefined) throw missingWord("name of a tool", "call NAME key=value…");
    const timeoutMs = readCallTimeout(invocation.options);
    checkOutputFolder(invocation);
    const config = await readConfig(invocation);
    return withBox(invocation, config, (box, signal) =>
      callAndPresent(name, words, { invocation, box, signal, timeoutMs }),
    );
  },
};

export interface CallSurroundings {
  readonly invocation: Invocation;
  readonly box: Box;
  readonly signal: AbortSignal;
  /** Undefined means what the server's entry says. */
  readonly timeoutMs: number | undefined;
}

/** Calls the tool that a name means, with the words as its arguments, and shows what came of it. */
export async function callAndPresent(
  name: string,
  words: readonly string[],
  { invocation, box, signal, timeoutMs }: CallSurroundings,
): Promise<CommandResult> {
  const tool = await findOrNothing(box, name);
  // A name that means nothing is a call, too, and has its record.
  if (tool === undefined) return presentCall(await box.call(name, {}, { signal }), invocation, box);
  const args = await readArguments(invocation, words, tool.definition.inputSchema);
  const result = await box.call({ server: tool.server, tool: tool.tool }, args, {
    signal,
    ...(invocation.terminal.stderr.isTTY ? { onProgress: progressLine(invocation) } : undefined),
    ...(timeoutMs === undefined ? undefined : { timeoutMs }),
  });
  return presentCall(result, invocation, box);
}

async function findOrNothing(box: Box, name: string): Promise<CatalogTool | undefined> {
  try {
    return await box.find(name);
  } catch (error) {
    if (error instanceof TackleError && error.code === "not-found") return undefined;
    throw error;
  }
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
