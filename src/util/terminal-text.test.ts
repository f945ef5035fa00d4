import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutText, toTerminalText } from "./terminal-text.ts";

const ESC = "\u001b";
const BEL = "\u0007";

describe("toTerminalText", () => {
  it.each([
    ["colours", `${ESC}[1;31mred${ESC}[0m`, "red"],
    ["8-bit CSI", "\u009b2Jgone", "gone"],
    ["a hyperlink (OSC 8)", `${ESC}]8;;https://evil.example${ESC}\\click${ESC}]8;;${ESC}\\`, "click"],
    ["a clipboard write (OSC 52)", `a${ESC}]52;c;cm0gLXJm${BEL}b`, "ab"],
    ["a title in 8-bit form", "a\u009d0;title\u009cb", "ab"],
    ["a device control string", `a${ESC}P1$r0m${ESC}\\b`, "ab"],
    ["a terminal reset and a charset switch", `${ESC}ca${ESC}(0b`, "ab"],
  ])("drops %s", (_name, given, expected) => {
    expect(toTerminalText(given)).toBe(expected);
  });

  it.each([
    ["an unterminated OSC does not swallow the rest", `a${ESC}]52;c;AAAA`, "a52;c;AAAA"],
    [
      "an OSC cannot reach over a line break",
      `a${ESC}]0;x\nhidden?${BEL}b`,
      String.raw`a0;x\nhidden?<U+0007>b`,
    ],
    ["an unterminated CSI", `a${ESC}[31`, "a31"],
    ["an escape at the end", `a${ESC}`, "a<U+001B>"],
    ["a sequence inside a sequence", `${ESC}${ESC}[0m[31mx`, "<U+001B>[31mx"],
    ["an overwrite by carriage return", "rm -rf /\rls", String.raw`rm -rf /\rls`],
    ["backspaces", "ab\b\bcd", "ab<U+0008><U+0008>cd"],
    ["a forged line", "ok\nerror: forged\r\nx", String.raw`ok\nerror: forged\nx`],
    ["bidirectional overrides and isolates", "a\u202eb\u2066c\u200f", "a<U+202E>b<U+2066>c<U+200F>"],
    ["zero-width characters", "a\u200bb\ufeffc\u2060d\u00ade", "a<U+200B>b<U+FEFF>c<U+2060>d<U+00AD>e"],
    ["tag characters", "a\u{e0041}\u{e007f}", "a<U+E0041><U+E007F>"],
    ["data in variation selectors", "😀\ufe0f\u{e0101}\u{e0102}", "😀\ufe0f<U+E0101><U+E0102>"],
    ["a joiner between letters", "pass\u200dword", "pass<U+200D>word"],
    ["line and paragraph separators", "a\u2028b\u2029c", "a<U+2028>b<U+2029>c"],
    ["half a surrogate pair", "a\ud800b", "a<U+D800>b"],
  ])("shows %s", (_name, given, expected) => {
    expect(toTerminalText(given)).toBe(expected);
  });

  it.each([
    "plain",
    "naïve – Grüße, 日本語",
    "👩‍👩‍👧 ❤️ 👍🏽 🇩🇪 1️⃣",
    "می‌خواهم",
    "क्‍ष",
    "עברית",
    "e\u0301",
    "葛\u{e0100}飾",
  ])("keeps ordinary writing: %s", (text) => {
    expect(toTerminalText(text)).toBe(text);
  });

  it("keeps lines and tabs when asked, and turns carriage returns into lines", () => {
    expect(toTerminalText("a\r\nb\rc\n\td", { keepNewlines: true })).toBe("a\nb\nc\n\td");
  });

  it("leaves no control character, and changes nothing more when applied again", () => {
    const nasty = fc.constantFrom(
      ESC,
      "[",
      "]",
      "\\",
      BEL,
      "\r",
      "\n",
      "\u009b",
      "\u200d",
      "\ufe0f",
      "😀",
      "m",
      ";",
      "\u202e",
    );
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(nasty).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(text, (given) => {
        const safe = toTerminalText(given);
        expect(safe).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b\u{e0000}-\u{e007f}]/u);
        expect(toTerminalText(safe)).toBe(safe);
        expect(safe.isWellFormed()).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["introducers", `${ESC}]`],
    ["8-bit introducers", "\u009d"],
    ["CSI parameters", `${ESC}[1;`],
    ["intermediates", `${ESC}[ ! `],
    ["joiners", "\u200d"],
    ["emoji and joiners", "😀\u200d"],
    ["carriage returns", "\r"],
  ])("takes linear time for a megabyte of %s", (_name, unit) => {
    expect(toTerminalText(unit.repeat(1_000_000 / unit.length))).not.toContain(ESC);
    expect(toTerminalText(`${ESC}]${"x".repeat(1_000_000)}`)).not.toContain(ESC);
  });
});

describe("cutText", () => {
  it("leaves a short text alone", () => {
    expect(cutText("abc", 3)).toBe("abc");
  });

  it("says how much was cut", () => {
    expect(cutText("abcdef", 2)).toBe("ab… [4 more characters]");
  });

  it("never cuts a character in half", () => {
    expect(cutText("a😀b", 2)).toBe("a… [3 more characters]");
    expect(cutText("a😀b", 3)).toBe("a😀… [1 more characters]");
  });
});
