import { expect, it } from "vitest";
import { decodeText } from "./decode-text.ts";

const latin = (text: string): Buffer => Buffer.from(text, "latin1");

it.for([
  ["what the header says", latin("caf\u00e9"), "text/html; charset=ISO-8859-1", "café"],
  ["a quoted name", latin("caf\u00e9"), 'text/html; charset="latin1"', "café"],
  [
    "what the page says",
    latin('<meta charset="windows-1252"><p>caf\u00e9'),
    "text/html",
    '<meta charset="windows-1252"><p>café',
  ],
  [
    "the old form of that",
    latin('<meta http-equiv=Content-Type content="text/html; charset=iso-8859-15">\u00a4'),
    "",
    expect.stringContaining("€"),
  ],
  [
    "a byte order mark before all else",
    Buffer.from("\ufeffcafé", "utf16le"),
    "text/html; charset=utf-8",
    "café",
  ],
  ["UTF-8 where nobody says anything", Buffer.from("café ☕"), "text/plain", "café ☕"],
  [
    "a western encoding where it is not UTF-8",
    latin("\u00e9\u00e8\u00e0\u00fc\u00f6\u00e4"),
    "text/plain",
    "éèàüöä",
  ],
  ["Japanese", Buffer.from([0x93, 0xfa, 0x96, 0x7b]), "text/plain; charset=shift_jis", "日本"],
  ["UTF-8 where the name is unknown", Buffer.from("é"), "text/plain; charset=klingon", "é"],
  ["UTF-8 that was cut in a character", Buffer.from("aé☕").subarray(0, -1), "text/plain", "aé\uFFFD"],
] as const)("reads %s", ([, bytes, type, text]) => {
  expect(decodeText(bytes, type)).toEqual(text);
});
