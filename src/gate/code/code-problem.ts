/** One thing that is wrong with a program, and where. Lines and columns start at 1. */
import { likelyNames } from "../../util/likely-names.ts";
import { nearest } from "../../util/nearest.ts";

export interface CodeProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
  /** Up to three names that were most likely meant. They are in the message too. */
  readonly nearest: readonly string[];
  /** Of a name that is not there: the object that does not have it, such as `device.GithubMCP`. */
  readonly lookedIn?: string;
}

/** A problem before its place is counted out: `at` is an offset in the text. */
export interface RawProblem {
  readonly message: string;
  readonly at: number;
  readonly nearest?: readonly string[];
  readonly lookedIn?: string;
}

/**
 * A model corrects a few at a time; a text made of mistakes should become neither a longer text of messages, nor a long search
 * for what was meant.
 */
export const MAX_PROBLEMS = 10;

const SHOWN = 3;
const LONGEST_NAME = 80;

/** "… Did you mean search, search_code?" For globals, where only a mistake of typing is worth a word. */
export function unknownGlobal(
  what: string,
  word: string,
  candidates: Iterable<string>,
): Omit<RawProblem, "at"> {
  return withNames(what, { near: nearest(word, candidates, { max: SHOWN }), rest: "" });
}

/** So few names are all said, where none of them is surely the right one. */
const FEW = 8;

export interface UnknownMember {
  /** "device.GithubMCP has no 'serch'" */
  readonly what: string;
  readonly word: string;
  readonly candidates: readonly string[];
  readonly bonus?: (candidate: string) => number;
}

/** "… Did you mean list_directory? There are list_directory, read_file, move." */
export function unknownMember({ what, word, candidates, bonus }: UnknownMember): Omit<RawProblem, "at"> {
  const { names, isSure } = likelyNames(word, candidates, {
    max: SHOWN,
    ...(bonus === undefined ? undefined : { bonus }),
  });
  return withNames(what, { near: names, rest: isSure ? "" : listOf(candidates, names.length > 0) });
}

function listOf(names: readonly string[], hasNear: boolean): string {
  if (names.length === 0) return "It is empty.";
  if (names.length === 1) return `There is only ${shorten(names[0] ?? "")}.`;
  if (names.length <= FEW) return `There are ${names.map(shorten).join(", ")}.`;
  return hasNear
    ? ""
    : `There are ${names.length}, such as ${names.slice(0, SHOWN).map(shorten).join(", ")}.`;
}

function withNames(
  what: string,
  { near, rest }: { readonly near: readonly string[]; readonly rest: string },
): Omit<RawProblem, "at"> {
  const meant = near.length === 0 ? [] : [`Did you mean ${near.map(shorten).join(", ")}?`];
  const advice = [...meant, ...(rest === "" ? [] : [rest])].join(" ");
  return { message: advice === "" ? what : `${what}. ${advice}`, nearest: near };
}

function shorten(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
}

export function quote(name: string): string {
  return `'${shorten(name)}'`;
}
