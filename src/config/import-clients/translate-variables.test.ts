import { posix, win32 } from "node:path";
import { describe, expect, it } from "vitest";
import { translateVariables, type Translation, type VariableSyntax } from "./translate-variables.ts";

function translate(text: string, syntax: Partial<VariableSyntax> = {}, given: Partial<Translation> = {}) {
  const notes: string[] = [];
  const result = translateVariables(text, {
    syntax: { braces: "references", ...syntax },
    workspace: ".",
    workspaceName: undefined,
    home: "/home/me",
    folder: "/etc/client",
    paths: posix,
    inputs: new Map(),
    note: (note) => notes.push(note),
    ...given,
  });
  return { result, notes };
}

describe("without any note,", () => {
  it.each<[string, string, Partial<VariableSyntax>?]>([
    ["${A} ${A:-b} $A %A% {env:A}", "${A} ${A:-b} $A %A% {env:A}"],
    ["${env:A}-${env:B:-c}", "${A}-${B:-c}"],
    ["{env:A}/{file:/x}", "${A}/${file:/x}", { curly: true }],
    ["$A/$B_1 $ 5$", "${A}/${B_1} $ 5$", { dollar: true }],
    ["%A%;%B% 100%", "${A};${B} 100%", { percent: true }],
    ["${userHome}/x", "${HOME}/x"],
    ["a${pathSeparator}b${/}c", "a/b/c"],
    ["${file:token}", "${file:/etc/client/token}"],
    ["${file:~/token}", "${file:/home/me/token}"],
    ["$env:A", "${A}"],
  ])("%s becomes %s", (text, expected, syntax) => {
    expect(translate(text, syntax)).toEqual({ result: expected, notes: [] });
  });
});

describe("with a note,", () => {
  it.each([
    ["${workspaceFolder}/a", "./a", "the folder that the server is started in"],
    ["${input:my-key}", "${MY_KEY}", "is the variable MY_KEY here: set it"],
    ["${input:9}", "${INPUT_9}", "INPUT_9"],
    ["${{ secrets.TOKEN }}", "${TOKEN}", "the variable TOKEN"],
    ["${command:pick}", "${command:pick}", "left as it is"],
    ["${workspaceFolderBasename}", "${workspaceFolderBasename}", "left as it is"],
    ["${env:}", "${env:}", "left as it is"],
    ["env:prod", "env:prod", "taken for a variable here"],
  ])("%s becomes %s", (text, expected, note) => {
    const { result, notes } = translate(text);
    expect(result).toBe(expected);
    expect(notes).toEqual([expect.stringContaining(note)]);
  });
});

it("keeps the default and the description of a question", () => {
  const inputs = new Map([["region", { description: "Where", fallback: "eu" }]]);
  const { result, notes } = translate("${input:region}", {}, { inputs });
  expect(result).toBe("${REGION:-eu}");
  expect(notes).toEqual([expect.stringContaining("'region' (Where)")]);
});

it("writes a project's own folder where its servers leave it", () => {
  const given = { workspace: "/srv/shop", workspaceName: "shop" };
  expect(translate("${workspaceFolder}/a", {}, given).result).toBe("/srv/shop/a");
  expect(translate("${workspaceFolderBasename}", {}, given)).toEqual({ result: "shop", notes: [] });
});

it("uses Windows' own words there", () => {
  expect(translate("${userHome}${/}x", {}, { paths: win32 }).result).toBe("${USERPROFILE}\\x");
});

it("keeps texts of a client that replaces nothing from being replaced here", () => {
  expect(translate("${A} $${B} {env:C}", { braces: "literal" }).result).toBe("$${A} $$${B} {env:C}");
});
