import { describe, expect, it } from "vitest";
import { checkCode } from "./check-code.ts";
import type { NameTree } from "./code-names.ts";

const github: NameTree = new Map([
  ["search_issues", "github/search_issues"],
  ["search_code", "github/search_code"],
  ["get_issue", "github/get_issue"],
  ["__proto__", "github/__proto__"],
]);
const namespaces: NameTree = new Map([
  ["device", new Map([["GithubMCP", github], ["FilesMCP", new Map([["read", "files/read"]])]])],
  ["skills", new Map([["report", new Map([["weekly", "skill/weekly"]])]])],
]); // prettier-ignore
const globals = [
  "JSON",
  "Promise",
  "console",
  "Object",
  "Math",
  "Array",
  "sleep",
  "setTimeout",
  "search_skills",
];

const check = (code: string) => checkCode({ code, names: { globals, namespaces } });
const problems = (code: string) =>
  check(code).problems.map(({ message, line, column }) => `${line}:${column} ${message}`);

describe("a program that names only what there is", () => {
  it.each([
    ["calls", "const found = await device.GithubMCP.search_issues({ q: 'x' }); return found.items"],
    ["literal names in brackets", "await device['GithubMCP'][`get_issue`]({})"],
    ["constants", "const k = 'get_issue', s = 'GithubMCP', same = k; await device.GithubMCP[k](); await device[s][same]()"],
    ["constants in patterns", "const k = 'get_issue'; const { [k]: get } = device.GithubMCP; await get()"],
    ["an alias of the device", "const d = device; await d.GithubMCP.get_issue({})"],
    ["an alias of a server", "const github = device.GithubMCP; await github.get_issue({})"],
    ["destructured tools", "const { search_code, get_issue: get } = device.GithubMCP; await search_code(); await get()"],
    ["destructured servers", "const { GithubMCP: { get_issue }, ...rest } = device; await get_issue()"],
    ["skills", "await skills.report.weekly()"],
    ["functions before their declaration", "run(); function run() { return later } const later = 1"],
    ["var in a block", "if (1) { var a = 1 } a"],
    ["parameters and defaults", "const f = ({ a, b: [c] = [] }, ...rest) => [a, c, rest]; function g(x = f) { return [x, arguments] }"],
    ["classes", "class A { #x = 1; static make() { return new A() } get x() { return this.#x } } A.make().x"],
    ["named function expressions", "const f = function again(n) { return n > 0 ? again(n - 1) : 0 }; f(3)"],
    ["loops and labels", "outer: for (const a of [1]) for (let i = 0; i < a; i++) { if (i) continue outer; else break outer }"],
    ["catch", "try { null.x } catch ({ message }) { console.log(message) }"],
    ["shorthand and object keys", "const a = 1; ({ a, b: a, c() { return a }, [a]: 1 }).anything.at.all"],
    ["typeof of something unknown", "typeof process === 'undefined'"],
    ["a shadowed name", "const f = (device) => device.whatever; { const JSON = 1; JSON }"],
    ["a choice between members", "const key = 'a'; ({ a: device.GithubMCP, b: device.FilesMCP })[key]"],
    ["undefined", "return undefined"],
    ["members of the result of a tool", "(await device.FilesMCP.read({})).lines[0].text"],
    ["ways to call a tool", "device.FilesMCP.read.call(null, {}); device.FilesMCP.hasOwnProperty('read')"],
    ["a tool with a dangerous name", "await device.GithubMCP.__proto__({})"],
    ["lists of members", "Object.keys(device.GithubMCP)"],
  ])("may use %s", (_what, code) => {
    expect(problems(code)).toEqual([]);
  }); // prettier-ignore

  it("is told which tools it names, each once", () => {
    const { tools } = check(
      "const { read } = device.FilesMCP; device.GithubMCP.get_issue(); device.FilesMCP.read()",
    );
    expect(tools.toSorted()).toEqual(["files/read", "github/get_issue"]);
  });
});

describe("a program with a mistake is told where it is, and what was meant", () => {
  it.each([
    ["an unknown tool", "1;\nawait device.GithubMCP.serch_issues({})", "2:24 device.GithubMCP has no 'serch_issues'. Did you mean search_issues, get_issue?"],
    ["an unknown server", "device.GitubMCP.get_issue()", "1:8 device has no 'GitubMCP'. Did you mean GithubMCP?"],
    ["nothing near", "device.Zzzzzz", "1:8 device has no 'Zzzzzz'. There are GithubMCP, FilesMCP."],
    ["a guess by its words", "device.GithubMCP.list_codes()", "1:18 device.GithubMCP has no 'list_codes'. Did you mean search_code? There are search_issues, search_code, get_issue, __proto__."],
    ["a server by what is taken of it", "device.DiskMCP.read({})", "1:8 device has no 'DiskMCP'. Did you mean FilesMCP? There are GithubMCP, FilesMCP."],
    ["a constant", "const k = 'get'; device.GithubMCP[k]", "1:35 device.GithubMCP has no 'get'. Did you mean get_issue?"],
    ["an alias", "const g = device.GithubMCP;\ng.getissue2()", "2:3 device.GithubMCP has no 'getissue2'. Did you mean get_issue?"],
    ["destructuring", "const { serch_code } = device.GithubMCP", "1:9 device.GithubMCP has no 'serch_code'. Did you mean search_code?"],
    ["nested destructuring", "const { GithubMCP: { nope } } = device", "1:22 device.GithubMCP has no 'nope'. There are search_issues, search_code, get_issue, __proto__."],
    ["destructuring in an assignment", "let nope; ({ nope } = device.FilesMCP)", "1:14 device.FilesMCP has no 'nope'. There is only read."],
    ["a skill", "skills.report.weekl()", "1:15 skills.report has no 'weekl'. Did you mean weekly?"],
    ["optional chaining", "device?.GithubMCP?.nope?.()", "1:20 device.GithubMCP has no 'nope'. There are search_issues, search_code, get_issue, __proto__."],
    ["an unknown global", "consol.log(1)", "1:1 'consol' is not declared, and there is no such global. Did you mean console?"],
    ["an undeclared variable", "total = 1", "1:1 'total' is not declared, and there is no such global"],
    ["a counter", "count++", "1:1 'count' is not declared, and there is no such global"],
    ["an assigned global", "device = {}", "1:1 'device' cannot be assigned: declare a name of your own"],
    ["a name outside of its block", "{ const a = 1 } a", "1:17 'a' is not declared, and there is no such global"],
    ["a default value", "const f = (a = nowhere) => a", "1:16 'nowhere' is not declared, and there is no such global"],
    ["import", "import fs from 'fs'", "1:1 'import' cannot be used. There are no modules in the sandbox: everything that it has is a global; call tools under 'device'"],
    ["dynamic import", "await import('fs')", "1:7 'import' cannot be used. There are no modules in the sandbox: everything that it has is a global; call tools under 'device'"],
    ["import.meta", "import.meta.url", "1:1 'import.meta' cannot be used. There are no modules in the sandbox: everything that it has is a global; call tools under 'device'"],
    ["export", "export const a = 1", "1:1 'export' cannot be used: return the result instead"],
    ["require", "require('fs')", "1:1 There is no 'require': there are no modules in the sandbox"],
    ["eval", "eval('1')", "1:1 There is no 'eval': programs cannot make code from text: write the function itself"],
    ["Function", "new Function('1')", "1:5 There is no 'Function': programs cannot make code from text: write the function itself"],
    ["fetch", "fetch('x')", "1:1 There is no 'fetch': there is no network in the sandbox: call a tool under 'device'"],
    ["with", "with (device) GithubMCP", "1:1 Syntax: 'with' in strict mode"],
    ["syntax", "const a = ;", "1:11 Syntax: Unexpected token"],
  ])("%s", (_what, code, expected) => {
    expect(problems(code)).toEqual([expected]);
  }); // prettier-ignore

  it("a computed name, with the alternative", () => {
    expect(problems("const name = 'get'; device.GithubMCP[name + '_issue']()")).toEqual([
      "1:38 device.GithubMCP[…] with a computed name cannot be checked before the run: write device.GithubMCP.search_issues, " +
        "or choose between members that are written out, as in " +
        "({ a: device.GithubMCP.search_issues, b: device.GithubMCP.search_code })[key]",
    ]);
    expect(problems("const server = 'a'; device[server]")).toHaveLength(1);
    expect(problems("const key = 'a'; const { [key]: tool } = device.FilesMCP")).toHaveLength(1);
  });

  it("several at once, in the order of the text, with at most three names each", () => {
    const { problems } = check("fech();\ndevice.GithubMCP.search();\nconsle");
    expect(problems.map(({ line, nearest }) => [line, nearest])).toEqual([
      [1, []],
      [2, ["search_code", "search_issues"]],
      [3, ["console"]],
    ]);
  });
});

it("names three of many where nothing is near, and says how many there are", () => {
  const many: NameTree = new Map(Array.from("abcdefghij", (letter) => [`tool_${letter}`, letter]));
  const names = { globals, namespaces: new Map([["device", new Map([["ManyMCP", many]])]]) };
  const { problems: found } = checkCode({ code: "device.ManyMCP.xyz()", names });
  expect(found).toMatchObject([
    { message: "device.ManyMCP has no 'xyz'. There are 10, such as tool_a, tool_b, tool_c.", nearest: [] },
  ]);
});

it("says of a server that cannot be used why it cannot", () => {
  const unavailable = new Map([["device.DownMCP", "server 'down' failed: no such program"]]);
  const { problems: found } = checkCode({
    code: "await device.DownMCP.anything(); await device.DwnMCP.x()",
    names: { globals, namespaces, unavailable },
  });
  expect(found.map(({ message }) => message)).toEqual([
    "device.DownMCP cannot be used now: server 'down' failed: no such program",
    "device has no 'DwnMCP'. There are GithubMCP, FilesMCP.",
  ]);
});

it("leaves to the run what only shows there", () => {
  expect(
    problems("let d = device; d = d.nope; const f = (x) => x.nope; f(device); [device][0].nope"),
  ).toEqual([]);
});

describe("a program that is made to break the checker is refused", () => {
  const deep = (open: string, close = "") => open.repeat(3000) + "1" + close.repeat(3000);
  it.each([
    ["brackets", deep("[", "]")],
    ["signs", deep("!")],
    ["arrows", deep("x=>")],
    ["templates", deep("`${", "}`")],
    ["members", `JSON${".a".repeat(3000)}`],
    ["calls", `JSON${"()".repeat(3000)}`],
    ["blocks", deep("{", "}")],
    ["patterns", `const ${"[".repeat(3000)}a${"]".repeat(3000)} = []`],
    ["open brackets", "(".repeat(5000)],
  ])("deep in %s", (_what, code) => {
    expect(problems(code)).toEqual([expect.stringMatching(/nested|Syntax/)]);
  });

  it("by its length", () => {
    expect(problems(";".repeat(70_000))).toEqual(["1:1 The program is longer than 65536 bytes"]);
  });

  it("by the number of its mistakes, of which the first are shown", () => {
    expect(problems(Array.from({ length: 5000 }, (_, i) => `a${i}`).join(";"))).toHaveLength(10);
  });

  it("by aliases that go in circles", () => {
    expect(problems("const a = b.x; const b = a.y; a.z")).toEqual([]);
  });
});
