/** One thing that is wrong with a program, and where. Lines and columns start at 1. */
import { nearest } from "../../util/nearest.ts";

export interface CodeProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
  /** Up to three names that were most likely meant. They are in the message too. */
  readonly nearest: readonly string[];
  /** Of a name that is not there: the object that does not have it, such as `device.GithubMCP`. */
  readonly lookedIn?: string;
  /** And the name itself. */
  readonly name?: string;
}

/** A problem before its place is counted out: `at` is an offset in the text. */
export interface RawProblem {
  readonly message: string;
  readonly at: number;
  readonly nearest?: readonly string[];
  readonly lookedIn?: string;
  readonly name?: string;
}

/**
 * A model corrects a few at a time; a text made of mistakes should become neither a longer text of messages, nor a long search
 * for what was meant.
 */
export const MAX_PROBLEMS = 10;

const SHOWN = 3;
const LONGEST_NAME = 80;

/** "… Did you mean search, search_code?" */
export function unknownName(
  what: string,
  word: string,
  candidates: Iterable<string>,
): Omit<RawProblem, "at"> {
  const near = nearest(word, candidates, { max: SHOWN });
  return { message: near.length === 0 ? what : `${what}. Did you mean ${near.join(", ")}?`, nearest: near };
}

export function quote(name: string): string {
  return `'${name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name}'`;
}
