/** What there is while nothing is configured: everywhere something to try, in a project what reads it, and nothing that could harm. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { end } from "./gateway.ts";
import { initializeParams, type Reply } from "./raw-clients.ts";
import { Bench, type RunOptions } from "./tackle.ts";

let bench: Bench;
let gateways: ReturnType<Bench["start"]>[] = [];
beforeEach(() => (bench = new Bench()));
afterEach(async () => {
  // In this order: a gateway that ends writes to its home.
  await Promise.all(gateways.map((gateway) => end(gateway)));
  gateways = [];
  bench.dispose();
});

const ANYWHERE = ["mcp__echo__echo", "mcp__results__read_result"];
const READING = [
  "mcp__echo__echo",
  ...["directory_tree", "list_directory", "read_file", "stat"].map((tool) => `mcp__filesystem__${tool}`),
  ...["blame", "branch_list", "diff", "log", "show", "stash_list", "status"].map(
    (tool) => `mcp__git__${tool}`,
  ),
  "mcp__results__read_result",
  "mcp__search__find_files",
  "mcp__search__grep",
];

function lines(...messages: readonly Readonly<Record<string, unknown>>[]): string {
  const all = [{ id: 0, method: "initialize", params: initializeParams }, ...messages];
  return all.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
}

async function ask(message: Readonly<Record<string, unknown>>, options: RunOptions = {}) {
  const run = await bench.run(["serve", "--stdio"], { ...options, stdin: lines({ id: 1, ...message }) });
  const replies = run.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Reply);
  return { reply: replies.find(({ id }) => id === 1), stderr: run.stderr };
}

async function offered(options: RunOptions = {}) {
  const { reply, stderr } = await ask({ method: "tools/list" }, options);
  const tools = (reply?.result?.["tools"] ?? []) as readonly {
    readonly name: string;
    readonly annotations?: { readonly readOnlyHint?: boolean };
  }[];
  return { names: tools.map(({ name }) => name).toSorted(), tools, stderr };
}

describe("without any configuration", () => {
  it("a folder that is no project gets the test servers alone", async () => {
    const { names, stderr } = await offered();
    expect(names).toEqual(ANYWHERE);
    expect(stderr).toContain("Nothing is configured yet. Offered: echo, results.");
  });

  it("a project gets what reads it, from each of its folders, and is told how to have more", async () => {
    mkdirSync(join(bench.project, ".git"));
    mkdirSync(join(bench.project, "deep"));
    const { names, tools, stderr } = await offered({ cwd: join(bench.project, "deep") });
    expect(names).toEqual(READING);
    const writing = tools.filter(({ name, annotations }) => {
      return annotations?.readOnlyHint !== true && name !== "mcp__echo__echo";
    });
    expect(writing).toEqual([]);
    expect(stderr).toContain(`with the files of ${bench.project}: echo, filesystem, git, results, search.`);
    expect(stderr).toContain('{"settings": {"builtin": [');
    expect(stderr).not.toContain("Every user of this machine");
  });

  it("its root is the project, whatever its folder is called", async () => {
    const project = join(bench.home, "${HOME} $PATH");
    mkdirSync(join(project, ".git"), { recursive: true });
    bench.write(join(project, "note.txt"), "found");
    const args = { name: "mcp__filesystem__read_file", arguments: { path: "note.txt" } };
    const { reply } = await ask({ method: "tools/call", params: args }, { cwd: project });
    expect(JSON.stringify(reply?.result)).toContain("found");
    const outside = { name: "mcp__filesystem__read_file", arguments: { path: "../other.txt" } };
    bench.write(join(bench.home, "other.txt"), "secret");
    const refused = await ask({ method: "tools/call", params: outside }, { cwd: project });
    expect(refused.reply?.result).toMatchObject({ isError: true });
  });

  it("what writes cannot be called either", async () => {
    mkdirSync(join(bench.project, ".git"));
    const params = { name: "mcp__filesystem__write_file", arguments: { path: "a", content: "b" } };
    const { reply } = await ask({ method: "tools/call", params });
    expect(JSON.stringify(reply)).toContain("mcp__filesystem__write_file");
    expect(() => bench.read("a")).toThrow("ENOENT");
  });

  it("the home folder is no project, also as a repository", async () => {
    mkdirSync(join(bench.home, ".git"));
    expect((await offered()).names).toEqual(ANYWHERE);
    expect((await offered({ cwd: bench.home })).names).toEqual(ANYWHERE);
    const env = { HOME: bench.project }; // a repository that holds the home folder
    expect((await offered({ cwd: bench.home, env })).names).toEqual(ANYWHERE);
  });

  it("over HTTP it says who can reach the port; with a token needed it does not", async () => {
    mkdirSync(join(bench.project, ".git"));
    for (const [args, isOpen] of [
      [[], true],
      [["--require-token"], false],
    ] as const) {
      const child = bench.start(["serve", "--port", "0", ...args]);
      gateways.push(child);
      let stderr = "";
      child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
      await expect.poll(() => stderr, { timeout: 20_000 }).toContain("Ctrl-C ends");
      expect(stderr.includes("Every user of this machine can reach this port")).toBe(isOpen);
    }
  });

  it("a gateway of another project is not shared: its files are others", async () => {
    const other = join(bench.home, "other");
    for (const folder of [bench.project, other]) mkdirSync(join(folder, ".git"), { recursive: true });
    const child = bench.start(["serve", "--port", "0"]);
    gateways.push(child);
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    await expect.poll(() => stderr, { timeout: 20_000 }).toContain("Ctrl-C ends");
    expect((await offered()).stderr).toContain("Attached");
    expect((await offered({ cwd: other })).stderr).not.toContain("Attached");
  });
});

it("a configuration leaves nothing of what reads the project", async () => {
  mkdirSync(join(bench.project, ".git"));
  bench.write(bench.userFile, JSON.stringify({ settings: { builtin: ["search"] } }));
  expect((await offered()).names).toEqual(["mcp__search__find_files", "mcp__search__grep"]);
  bench.write(bench.userFile, JSON.stringify({ settings: { logLevel: "info" } }));
  expect((await offered()).names).toEqual(ANYWHERE);
});
