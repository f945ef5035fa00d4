/** Two texts → a unified diff of bounded length, made in bounded time. */
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import { cutText } from "../../util/terminal-text.ts";

const MAX_CHARACTERS = 50_000;
/** Finding the smallest difference of two very different texts takes time that grows with its square. */
const MAX_DIFFERENCES = 5000;
const MAX_MILLISECONDS = 1000;

export interface TwoTexts {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Where one of them is the text of no file. */
  readonly missing?: "before" | "after" | undefined;
}

/** What stands for no file in a diff. */
export const NO_FILE = "/dev/null";

/** Empty for equal texts of the same file. */
export function diffOf({ path, before, after, missing }: TwoTexts): string {
  if (before === after && missing === undefined) return "";
  const from = missing === "before" ? NO_FILE : path;
  const to = missing === "after" ? NO_FILE : path;
  const options = {
    context: 3,
    maxEditLength: MAX_DIFFERENCES,
    timeout: MAX_MILLISECONDS,
    headerOptions: FILE_HEADERS_ONLY,
  };
  const diff = createTwoFilesPatch(from, to, before, after, undefined, undefined, options);
  if (diff === undefined) return `--- ${from}\n+++ ${to}\n[too different to be shown as a diff]\n`;
  return cutText(diff, MAX_CHARACTERS);
}
