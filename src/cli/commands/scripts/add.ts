/** `tackle scripts add NAME FILE`: what cannot run is not kept. */
import { readFile } from "node:fs/promises";
import { messageOf, TackleError } from "../../../errors.ts";
import type { CodeProblem } from "../../../gate/code/code-problem.ts";
import { SourceReader } from "../../../sandbox/source/source-reader.ts";
import { saveScript } from "../../../servers/scripts/save-script.ts";
import { readParameters } from "../../../servers/scripts/script-header.ts";
import type { JsonObject } from "../../../types.ts";
import { toTerminalText } from "../../../util/terminal-text.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { connectLookedIn } from "../../connect-looked-in.ts";
import { withBox } from "../../open-box.ts";
import { readConfig } from "../../read-config.ts";
import { readProgram, type GivenProgram } from "../../read-program.ts";
import { folderOf } from "./folder.ts";
import { missingWord } from "../../missing-word.ts";

const USAGE = "scripts add NAME FILE | -e CODE | -";

export async function addScript(invocation: Invocation): Promise<CommandResult> {
  const { options } = invocation;
  const [name, ...words] = invocation.words;
  if (name === undefined) throw missingWord("name of a script", USAGE);
  const program = await readProgram(invocation, words, USAGE);
  await checkSyntax(program);
  const description = options.text("description");
  const given = options.text("parameters");
  const file = await saveScript(folderOf(invocation), {
    name,
    code: program.code,
    // TypeScript unless a file says otherwise: it may hold everything that JavaScript may.
    language: program.file?.endsWith("js") === true ? "js" : "ts",
    header: {
      ...(description === undefined ? undefined : { description }),
      ...(given === undefined ? undefined : { parameters: await parametersFrom(given) }),
    },
    isReplacing: options.flag("force"),
  });
  const human = `Saved '${name}' in ${toTerminalText(file)}. Call it: tackle scripts run ${name}`;
  const { problems, remarks } = await checkNames(invocation, program.code);
  const warning = invocation.terminal.stderrStyle("yellow", "warning");
  const notes = [
    ...problems.map(
      ({ line, column, message }) =>
        `${program.place}:${line}:${column}  ${warning}  ${toTerminalText(message)}`,
    ),
    ...remarks,
  ];
  return { json: { name, file, added: true, problems }, human, notes };
}

interface CheckedNames {
  readonly problems: readonly CodeProblem[];
  readonly remarks: readonly string[];
}

/** What would keep it from running now. It is saved all the same: the servers that it calls may come later. */
async function checkNames(invocation: Invocation, code: string): Promise<CheckedNames> {
  try {
    const config = await readConfig(invocation);
    return await withBox(invocation, config, async (box) => {
      await box.startLazily();
      const problems = await box.checkCode(code, SCRIPT);
      const isNews = await connectLookedIn(box, problems);
      return { problems: isNews ? await box.checkCode(code, SCRIPT) : problems, remarks: [] };
    });
  } catch (error) {
    if (error instanceof TackleError && error.code === "cancelled") throw error;
    // It is saved, and that nobody could look at its names is worth no more than a word.
    return {
      problems: [],
      remarks: [`Which tools it names was not checked: ${toTerminalText(messageOf(error))}`],
    };
  }
}

/** Like a script's: it has an input. */
const SCRIPT = { input: {} };

async function checkSyntax({ code, place }: GivenProgram): Promise<void> {
  const reader = new SourceReader();
  try {
    const read = await reader.read(code);
    if (read.ok) return;
    const { message, line, column } = read.problem;
    throw new TackleError({
      code: "usage",
      message: `${place}:${line}:${column}: ${message}`,
      hint: "Nothing was saved.",
    });
  } finally {
    reader.close();
  }
}

/** JSON when it looks like it, else the name of a file. */
async function parametersFrom(given: string): Promise<JsonObject> {
  const schema = readParameters(given.trimStart().startsWith("{") ? given : await textOf(given));
  if (typeof schema !== "string") return schema;
  throw new TackleError({ code: "usage", message: `--parameters: ${schema}` });
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const message = `--parameters: '${file}' cannot be read: ${messageOf(error)}`;
    throw new TackleError({
      code: "usage",
      message,
      hint: "Give a file with a JSON Schema, or the JSON itself.",
      cause: error,
    });
  }
}
