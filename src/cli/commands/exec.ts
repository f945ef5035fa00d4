/** `tackle exec FILE`: runs a program that calls tools, in the sandbox, with the rights of the person who typed it. */
import type { Box } from "../../box/box.ts";
import { codeNamesOf } from "../../box/code/code-names.ts";
import type { CodeRun, RunCodeOptions } from "../../box/code/run-code.ts";
import { unavailableNames } from "../../box/code/unavailable-names.ts";
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Command } from "../command.ts";
import { connectLookedIn } from "../connect-looked-in.ts";
import { withBox } from "../open-box.ts";
import { catalogNotes } from "../output/catalog-notes.ts";
import { checkOutputFolder, OUTPUT_OPTION } from "../output/save-binaries.ts";
import { readConfig, tooManyWords } from "../read-config.ts";
import { EVAL_OPTION, readProgram } from "../read-program.ts";
import { presentRun } from "./exec/present-run.ts";
import { LIMIT_OPTIONS, readLimits } from "./exec/read-limits.ts";

const USAGE = "exec FILE | -e CODE | -";

export const execCommand: Command = {
  usage: ["exec FILE", "exec -e CODE", "exec -"],
  description:
    "Runs a program in JavaScript or TypeScript that calls tools: await device.FilesMCP.read_file({ path }). It runs in a\n" +
    "sandbox without files, network or modules; only what it returns (stdout) and prints (stderr) comes back. 'tackle docs'\n" +
    "shows the tools as programs call them. Only the servers that it calls are started.\n" +
    "Exit code 1 when it failed, 2 when it was refused before it started.",
  options: { ...EVAL_OPTION, ...LIMIT_OPTIONS, ...OUTPUT_OPTION },
  examples: [
    ["tackle exec report.ts", "a program in a file"],
    [`tackle exec -e 'await device.EchoMCP.echo({ text: "hi" })'`, "the last expression is the result"],
    ["cat report.ts | tackle exec - --timeout 2m", "from stdin, with two minutes"],
    ["tackle exec report.ts --json", "for programs: {ok, value, logs, error, problems, stats, …}"],
  ],
  async run(invocation) {
    if (invocation.rest !== undefined) throw tooManyWords(["--", ...invocation.rest], USAGE);
    const limits = readLimits(invocation.options);
    checkOutputFolder(invocation);
    const { code, place } = await readProgram(invocation, invocation.words, USAGE);
    const config = await readConfig(invocation);
    return withBox(invocation, config, async (box, signal) => {
      await box.open();
      if (looksAround(code)) await box.meet();
      const run = await runOnce(box, code, { limits, signal });
      return presentRun({ run, place, remarks: remarksOn(run, box) }, invocation);
    });
  },
};

/** Whether the program wants to know of more than it names. A wrong guess costs a moment, where a server is not known yet. */
function looksAround(code: string): boolean {
  return /\b(search_skills|describe)\b/.test(code) || /\bdevice\b(?!\s*\??\.\s*[\w$])/.test(code);
}

/** A name that is not known may be new: the server that should have it is asked, and the program looked at again. */
async function runOnce(box: Box, code: string, options: RunCodeOptions): Promise<CodeRun> {
  const run = await box.runCode(code, options);
  return (await connectLookedIn(box, run.problems)) ? box.runCode(code, options) : run;
}

/** Where the program names servers that cannot be used, what to do about these; else what may be missing, and why. */
function remarksOn({ problems }: CodeRun, box: Box): readonly string[] {
  const unavailable = unavailableNames(box, codeNamesOf(box));
  const named = problems.flatMap(({ lookedIn, name }) => unavailable.get(`${lookedIn}.${name}`) ?? []);
  if (named.length === 0) return catalogNotes(box);
  return [...new Set(named.map(({ hint }) => toTerminalText(hint)))];
}
