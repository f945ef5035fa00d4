/** The arguments of a call as the command line gives them: `key=value` words, `--args JSON`, or `--args -` from stdin. */
import { text as readAll } from "node:stream/consumers";
import { TackleError } from "../errors.ts";
import type { JsonObject } from "../types.ts";
import { argumentsFromJson, argumentsFromWords } from "./call-arguments.ts";
import type { Invocation } from "./command.ts";

export async function readArguments(
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
