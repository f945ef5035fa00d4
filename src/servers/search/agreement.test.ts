/** What ripgrep itself says of the same folder is what both of our ways must say. */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callsTo, lay, useClients, useWorkspace } from "../files/fixtures/workspace.ts";
import { createSearchServer } from "./search.ts";
import { toRipgrepPattern } from "./ripgrep-pattern.ts";

const workspace = useWorkspace();
useClients();

const HAS_RIPGREP = spawnSync("rg", ["--version"]).status === 0;
if (!HAS_RIPGREP) console.warn("ripgrep is not installed: agreement with it is not tested");

function rg(args: readonly string[], home?: string): string[] {
  const { stdout } = spawnSync("rg", ["--no-config", "--color=never", "--sort=path", ...args], {
    cwd: workspace.root,
    encoding: "utf8",
    env: home === undefined ? {} : { HOME: home },
  });
  return stdout.split("\n").filter((line) => line !== "");
}

const connect = (programPath: string, HOME = "/nonexistent") =>
  callsTo((context) => createSearchServer(context, { programPath, env: { HOME } }), {
    roots: [workspace.root],
  });

function anew(files: Readonly<Record<string, string>>): void {
  rmSync(workspace.root, { recursive: true });
  mkdirSync(workspace.root);
  lay(workspace.root, files);
}

const name = fc.constantFrom("a", "b", "ab", "a.x", "b.x", "foo", "build", "x y");
const TREE = fc
  .array(
    fc
      .array(name, { minLength: 1, maxLength: 4 })
      .map((names) =>
        names.map((part, index) => (index === names.length - 1 ? `${part}.f` : part)).join("/"),
      ),
    {
      minLength: 3,
      maxLength: 12,
    },
  )
  .map((paths) => Object.fromEntries(paths.map((path) => [path, "text\n"])));
const part = fc.constantFrom(
  "*",
  "**",
  "a",
  "b",
  "ab",
  "*.x",
  "a*",
  "?",
  "[ab]",
  "[!a]*",
  "foo",
  "build",
  "*.f",
  "a.f",
  "x\\ y",
  "b?f",
  "*b*",
);
const rule = fc
  .tuple(
    fc.constantFrom("", "!", "!"),
    fc.constantFrom("", "/"),
    fc.array(part, { minLength: 1, maxLength: 3 }),
    fc.constantFrom("", "/", "  "),
  )
  .map(([not, start, parts, end]) => `${not}${start}${parts.join("/")}${end}`);
const rules = fc
  .array(fc.oneof({ weight: 8, arbitrary: rule }, fc.constantFrom("# comment", "", "\\#x", "\\!y")), {
    maxLength: 5,
  })
  .map((lines) => lines.join("\n"));

const OF_EVERY_SCRIPT =
  "a ü . 漢 (?:é|1) (a|ü) \\w \\W \\d \\D \\s \\S \\b \\B \\b [\\w-] [^\\W_] [\\W1] [^\\s.] [\\D] [\\d_] [^\\d] \\pL \\x{e9}".split(
    " ",
  );

describe.skipIf(!HAS_RIPGREP)("agreement with ripgrep", () => {
  it("lists the same files, whatever the ignore files say", async () => {
    const call = await connect("");
    const flags = ["--files", "--no-require-git", "--no-ignore-parent", "--no-ignore-global"];
    await fc.assert(
      fc.asyncProperty(TREE, rules, rules, rules, async (tree, top, deep, ignore) => {
        anew({ ...tree, ".gitignore": top, "a/.gitignore": deep, "b/.ignore": ignore });
        const { data } = await call("find_files", {});
        // A rule with '!' brings hidden files back for ripgrep; with us they are only shown to who asks for them.
        const files = rg(flags).filter((path) => !/(^|\/)\./.test(path));
        expect((data["files"] as string[]).toSorted()).toEqual(files.toSorted());
      }),
      { numRuns: 150 },
    );
  });

  it("lists the same files with every kind of ignore file, and in repositories within each other", async () => {
    const home = join(workspace.base, "home");
    mkdirSync(home);
    const call = await connect("", home);
    const kind = fc.constantFrom(".gitignore", ".ignore", ".rgignore", ".git/info/exclude", ".git/HEAD");
    const folder = fc.constantFrom("", "a/", "a/b/", "b/");
    const files = fc.dictionary(
      fc.tuple(folder, kind).map(([where, file]) => where + file),
      rules,
      { maxKeys: 6 },
    );
    await fc.assert(
      fc.asyncProperty(TREE, files, rules, fc.boolean(), async (tree, ignoring, everywhere, isNamed) => {
        anew({ ...tree, "a/b/x.f": "", "b/x.f": "", ...ignoring });
        rmSync(home, { recursive: true });
        if (isNamed) lay(home, { ".gitconfig": "[core]\n\texcludesFile = ~/mine\n", mine: everywhere });
        else lay(home, { ".config/git/ignore": everywhere });
        const { data } = await call("find_files", {});
        const listed = rg(["--files", "--no-require-git", "--no-ignore-parent"], home);
        const shown = listed.filter((path) => !/(^|\/)\./.test(path));
        expect((data["files"] as string[]).toSorted()).toEqual(shown.toSorted());
      }),
      { numRuns: 100 },
    );
  });

  it("lists the same files for any glob", async () => {
    const call = await connect("");
    const glob = fc
      .tuple(fc.constantFrom("", "/"), fc.array(part, { minLength: 1, maxLength: 3 }))
      .map(([start, parts]) => start + parts.join("/"));
    await fc.assert(
      fc.asyncProperty(TREE, glob, async (tree, wanted) => {
        // ripgrep takes a glob that fits a folder for all that is in it; ours are for files.
        fc.pre(/\.[fx]$|f$/.test(wanted));
        anew(tree);
        const { data } = await call("find_files", { glob: wanted });
        const files = rg(["--files", "--no-ignore", "--glob", wanted]);
        expect((data["files"] as string[]).toSorted()).toEqual(files.toSorted());
      }),
      { numRuns: 80 },
    );
  });

  it("finds the same lines for any pattern, with its help and without", async () => {
    const [plain, helped] = [await connect(""), await connect(process.env["PATH"] ?? "")];
    const atom = fc.constantFrom(
      "a",
      "b",
      ".",
      "\\w",
      "\\d",
      "\\s",
      "\\W",
      "\\b",
      "\\B",
      "[ab]",
      "[^a]",
      "[\\d_]",
      "[a-c-]",
      "^",
      "$",
      "\\.",
      "\\<",
      "ü",
      "(a|b)",
      "(?:ab)",
      "\\x41",
      "[[:alpha:]]",
      "\\pL",
      "(?i)A",
      "}",
      "]",
      "{",
    );
    const pattern = fc
      .array(fc.tuple(atom, fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{1,3}")), {
        minLength: 1,
        maxLength: 4,
      })
      .map((all) => all.map(([one, times]) => one + times).join(""));
    const line = fc
      .array(fc.constantFrom("a", "b", "ab", " ", "1", "_", ".", "ü", "<", "A", "-", "\t", "}", "漢"), {
        maxLength: 8,
      })
      .map((all) => all.join(""));
    const text = fc
      .tuple(fc.array(line, { maxLength: 6 }), fc.constantFrom("\n", "\r\n"))
      .map(([lines, end]) => lines.join(end));
    await fc.assert(
      fc.asyncProperty(
        pattern,
        fc.array(text, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        async (wanted, texts, ignoreCase) => {
          anew(Object.fromEntries(texts.map((content, index) => [`f${index}`, content])));
          const args = { pattern: wanted, ignore_case: ignoreCase, limit: 5000 };
          const [one, other] = [await plain("grep", args), await helped("grep", args)];
          expect(other).toEqual(one);
          const meant = toRipgrepPattern(wanted);
          if (one.isError || meant === undefined) return;
          const lines = rg([
            "-n",
            "--with-filename",
            "--no-heading",
            "--crlf",
            ...(ignoreCase ? ["-i"] : ["-s"]),
            "-e",
            meant,
            "--",
            ".",
          ]);
          const shown = lines.map((found) => found.replace(/^\.\//, "").replace(/\r$/, ""));
          expect(one.text === "No match was found" ? [] : one.text.split("\n")).toEqual(shown);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("reads words, digits, spaces and their edges in every script as ripgrep does", async () => {
    const [plain, helped] = [await connect(""), await connect(process.env["PATH"] ?? "")];
    const atom = fc.constantFrom(...OF_EVERY_SCRIPT);
    const atoms = fc.array(fc.tuple(atom, fc.constantFrom("", "", "", "*", "+?", "?", "{2}")), {
      minLength: 1,
      maxLength: 5,
    });
    // Repeated edges and anchors in the middle are mistakes, of which ripgrep itself misses some.
    const pattern = fc
      .tuple(fc.constantFrom("", "", "^"), atoms, fc.constantFrom("", "", "$"))
      .map(([start, all, end]) => {
        const middle = all.map(([one, times]) => (/^\\b$/i.test(one) ? one : one + times));
        return start + middle.join("") + end;
      });
    const line = fc
      .array(
        fc.constantFrom(
          "a",
          "ü",
          "é",
          "漢",
          "1",
          "٣",
          "_",
          "-",
          " ",
          "\u00a0",
          "e\u0301",
          "Ⓐ",
          "\u200d",
          "😀",
        ),
        {
          maxLength: 7,
        },
      )
      .map((all) => all.join(""));
    const texts = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => lines.join("\n"));
    await fc.assert(
      fc.asyncProperty(pattern, texts, fc.boolean(), async (wanted, text, ignoreCase) => {
        anew({ f: text });
        const args = { pattern: wanted, ignore_case: ignoreCase, limit: 5000 };
        const [one, other] = [await plain("grep", args), await helped("grep", args)];
        expect(other).toEqual(one);
        const lines = rg([
          "-n",
          "--with-filename",
          "--no-heading",
          ignoreCase ? "-i" : "-s",
          "-e",
          wanted,
          "--",
          "f",
        ]);
        expect(one.text === "No match was found" ? [] : one.text.split("\n")).toEqual(lines);
      }),
      { numRuns: 200 },
    );
  });

  it("finds the same lines in this project's own sources", async () => {
    const roots = [join(import.meta.dirname, "../..")];
    const [plain, helped] = await Promise.all(
      ["", process.env["PATH"] ?? ""].map((programPath) =>
        callsTo((context) => createSearchServer(context, { programPath }), { roots }),
      ),
    );
    for (const pattern of [
      "\\bawait\\b",
      "^export (async )?function \\w+",
      "TackleError\\(",
      "[^\\x00-\\x7f]",
      "\\}\\);$",
      "x{3}",
    ]) {
      const args = { pattern, limit: 5000, context: 1 };
      const [one, other] = [await plain?.("grep", args), await helped?.("grep", args)];
      expect(other).toEqual(one);
      const meant = toRipgrepPattern(pattern) ?? pattern;
      const count = spawnSync(
        "rg",
        ["--no-config", "--count", "--no-filename", "-e", meant, "--", roots[0] ?? "."],
        { encoding: "utf8" },
      );
      const total = count.stdout.split("\n").reduce((sum, number) => sum + Number(number), 0);
      expect(one?.data["total"], pattern).toBe(total);
    }
  });
});
