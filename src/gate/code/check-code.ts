/**
 * Looks at a program before it runs: does it name only what there is, and nothing that it may not use? It tells a model what
 * to correct, all at once and with places. It is no border: a program can hide what it calls, and every call is judged again
 * when it is made.
 */
import { getLineInfo } from "acorn";
import { parseJavaScript } from "../../util/parse-javascript.ts";
import { checkGlobals } from "./check-globals.ts";
import { checkMembers } from "./check-members.ts";
import type { CodeNames } from "./code-names.ts";
import { MAX_PROBLEMS, type CodeProblem, type RawProblem } from "./code-problem.ts";
import { readScopes } from "./read-scopes.ts";

export interface CodeToCheck {
  /** JavaScript: types must be taken away before, with their places kept. */
  readonly code: string;
  readonly names: CodeNames;
  /** The longest text that is read at all: 64 KiB. */
  readonly maxBytes?: number;
}

export interface CodeCheck {
  /** In the order of the text; empty when the program may run. */
  readonly problems: readonly CodeProblem[];
  /** The ids of the tools that it names, each once. It may call others that only show when it runs. */
  readonly tools: readonly string[];
}

const MAX_BYTES = 64 * 1024;

export function checkCode({ code, names, maxBytes = MAX_BYTES }: CodeToCheck): CodeCheck {
  if (code.length > maxBytes || Buffer.byteLength(code) > maxBytes)
    return onlyProblem({ message: `The program is longer than ${maxBytes} bytes`, line: 1, column: 1 });
  const parsed = parseJavaScript(code);
  if (!parsed.ok) return onlyProblem({ ...parsed.problem, message: `Syntax: ${parsed.problem.message}` });
  const reading = readScopes(parsed.tree);
  const members = checkMembers(reading, names);
  const problems = [...reading.problems, ...checkGlobals(reading.references, names), ...members.problems];
  return { problems: placed(problems, code), tools: members.tools };
}

function onlyProblem(problem: Omit<CodeProblem, "nearest">): CodeCheck {
  return { problems: [{ ...problem, nearest: [] }], tools: [] };
}

function placed(problems: readonly RawProblem[], code: string): CodeProblem[] {
  return problems
    .toSorted((a, b) => a.at - b.at)
    .slice(0, MAX_PROBLEMS)
    .map(({ message, at, nearest = [], lookedIn }) => {
      const { line, column } = getLineInfo(code, at);
      const place = { message, line, column: column + 1, nearest };
      return lookedIn === undefined ? place : { ...place, lookedIn };
    });
}
