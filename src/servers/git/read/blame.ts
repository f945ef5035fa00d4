/** `git blame --porcelain` → who wrote each line, and when (git-blame(1), "The porcelain format"). */
import { cutText } from "../../../util/terminal-text.ts";

export interface BlameLine {
  readonly line: number;
  readonly hash: string;
  readonly author: string;
  readonly date: string;
  readonly text: string;
}

interface Author {
  name: string;
  date: string;
}

const MAX_LINE = 2_000;

export function parseBlame(stdout: string): BlameLine[] {
  const authors = new Map<string, Author>();
  const lines: BlameLine[] = [];
  let hash = "";
  let number = 0;
  for (const line of stdout.split("\n")) {
    const author = authors.get(hash);
    if (line.startsWith("\t")) {
      const text = cutText(line.slice(1).replace(/\r$/, ""), MAX_LINE);
      lines.push({ line: number, hash, author: author?.name ?? "", date: author?.date ?? "", text });
      continue;
    }
    const [, found, finalLine] = /^([0-9a-f]{40,64}) \d+ (\d+)/.exec(line) ?? [];
    if (found !== undefined) {
      hash = found;
      number = Number(finalLine);
      if (!authors.has(hash)) authors.set(hash, { name: "", date: "" });
    } else if (author !== undefined && line.startsWith("author ")) author.name = cutText(line.slice(7), 200);
    else if (author !== undefined && line.startsWith("author-time ")) author.date = dateOf(line.slice(12));
  }
  return lines;
}

/** A hostile commit can have any number as its time. */
function dateOf(seconds: string): string {
  const date = new Date(Number(seconds) * 1000);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString();
}
