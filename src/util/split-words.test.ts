import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quoteWords, splitWords } from "./split-words.ts";

describe("splitWords", () => {
  it.each<[string, string[]]>([
    ["", []],
    ["  \t\n ", []],
    ["npx -y server", ["npx", "-y", "server"]],
    ["  a \t b\nc ", ["a", "b", "c"]],
    [`a 'b c' "d e"`, ["a", "b c", "d e"]],
    [`'' "" x''`, ["", "", "x"]],
    [`a'b'"c"d\\e`, ["abcde"]],
    [String.raw`"\"\\\$\`\n\a"`, [String.raw`"\$` + "`" + String.raw`\n\a`]],
    [String.raw`'\n' \n \' \\ \ x`, [String.raw`\n`, "n", "'", "\\", " x"]],
    ['a\\\nb "c\\\nd" \\\n e', ["ab", "cd", "e"]],
    [
      "$HOME ${X} $(id) `id` * ~ a|b;c #d >e &",
      ["$HOME", "${X}", "$(id)", "`id`", "*", "~", "a|b;c", "#d", ">e", "&"],
    ],
    [`"$HOME" '$HOME'`, ["$HOME", "$HOME"]],
    ["grüße \\😀 日本", ["grüße", "😀", "日本"]],
  ])("splits %j", (line, words) => {
    expect(splitWords(line)).toEqual(words);
  });

  it.each([
    ["a 'b", 3, "single quote"],
    ['"a b', 1, "double quote"],
    [String.raw`a "b\"`, 3, "double quote"],
    ["ab \\", 4, "backslash"],
    ['"a\\', 1, "double quote"],
  ])("refuses %j and names column %i", (line, column, problem) => {
    expect(() => splitWords(line)).toThrowError(
      expect.objectContaining({
        code: "usage",
        message: expect.stringMatching(new RegExp(`${problem}.*column ${column} `)) as unknown,
      }),
    );
  });

  it("gives back any words that were put in single quotes", () => {
    const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), (words) => {
        expect(splitWords(words.map(quoted).join(" "))).toEqual(words);
      }),
    );
  });

  it("splits as sh does where nothing is expanded", () => {
    const unit = fc.constantFrom("a", " ", "'", '"', "\\", "\n", "b", "x y");
    const lines = fc.sample(
      fc.array(unit, { maxLength: 12 }).map((units) => units.join("")),
      { numRuns: 60, seed: 7 },
    );
    for (const line of lines) {
      let words: string[];
      try {
        words = splitWords(line);
      } catch {
        continue; // the shell would wait for more
      }
      // A newline outside of quotes ends a command for sh.
      if (/\n/.test(line)) continue;
      expect(wordsInShell("sh", line)).toEqual(words);
    }
  });

  it("takes linear time", () => {
    for (const text of [
      `"${String.raw`\"`.repeat(300_000)}"`,
      "''".repeat(300_000),
      String.raw`\a`.repeat(300_000),
    ])
      expect(splitWords(text)).toHaveLength(1);
  });
});

describe("quoteWords", () => {
  it.each<[string[], string]>([
    [["npx", "-y", "@scope/server@1.2", "--flag=a,b"], "npx -y @scope/server@1.2 --flag=a,b"],
    [["A=b", "c=d"], "'A=b' c=d"],
    [["a b", "", "it's", "$HOME", "~"], String.raw`'a b' '' 'it'\''s' '$HOME' '~'`],
    [["a\nb\t\u001b[31m"], String.raw`$'a\nb\t\e[31m'`],
    [["a\u202eb\u0000'\\"], String.raw`$'a\u202eb\x00\'\\'`],
    [["\u{e0041}x"], String.raw`$'\U000e0041x'`],
    [["grüße"], "'grüße'"],
  ])("writes %j", (words, line) => {
    expect(quoteWords(words)).toBe(line);
  });

  it("writes what bash reads back to the same words, with nothing invisible in it", () => {
    const words = fc.sample(fc.string({ unit: "binary", maxLength: 20 }).filter(isArgument), {
      numRuns: 400,
      seed: 3,
    });
    const line = quoteWords(["x", ...words, "\u202e\u200b\u001b]0;t\u0007", "a\r\nb"]);
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(wordsInShell("bash", line)).toEqual(["x", ...words, "\u202e\u200b\u001b]0;t\u0007", "a\r\nb"]);
  });
});

function isArgument(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

function wordsInShell(shell: string, line: string): string[] {
  const script = `set -f; words() { for word in "$@"; do printf '%s\\0' "$word"; done; }; words ${line}`;
  const output = execFileSync(shell, [...(shell === "bash" ? ["--norc"] : []), "-c", script], {
    encoding: "utf8",
    env: { LC_ALL: "C.UTF-8", PATH: process.env["PATH"] },
  });
  return output.split("\0").slice(0, -1);
}
