/** The limits that hold for arguments of every tool, whatever its schema says. */
import type { ArgumentProblem } from "./argument-problem.ts";
import { findExcess, type JsonExcess } from "./measure-json.ts";
import { describePath } from "./safe-text.ts";

const MAX_DEPTH = 128;
const MAX_CHARACTERS = 4 * 1024 * 1024;
const MAX_NODES = 1_000_000;

/** The limit that the arguments break, or undefined. */
export function findArgumentExcess(args: unknown): ArgumentProblem | undefined {
  const limits = { maxDepth: MAX_DEPTH, maxCharacters: MAX_CHARACTERS, maxNodes: MAX_NODES };
  const excess = findExcess(args, limits);
  if (excess === undefined) return undefined;
  const [expected, got] = WORDS[excess.what];
  // A path of a hundred steps helps nobody: only a value that is no JSON needs its place.
  const path = excess.what === "not-json" ? describePath(excess.path) : "";
  const subject = path === "" ? "the arguments" : `'${path}'`;
  return { path, message: `${subject} must be ${expected}, not ${got}`, expected, got };
}

const WORDS: Readonly<Record<JsonExcess["what"], readonly [expected: string, got: string]>> = {
  depth: [`at most ${MAX_DEPTH} levels deep`, "deeper"],
  characters: [`at most ${MAX_CHARACTERS / 1024 / 1024} MiB of JSON`, "more"],
  nodes: [`at most ${MAX_NODES} values`, "more"],
  "not-json": ["a JSON value", "a number without a value, a function or the like"],
};
