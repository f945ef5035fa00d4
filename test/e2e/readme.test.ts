/** The README's tour is true word for word: every command is run as it stands, and every line it promises is printed. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const README = readFileSync(join(ROOT, "README.md"), "utf8");
const home = mkdtempSync(join(tmpdir(), "tackle-readme-"));
afterAll(() => rmSync(home, { recursive: true }));

interface Step {
  readonly commands: string;
  readonly expected: readonly string[];
}

/** The tour's blocks of commands, each with the output that is printed below it. */
function tour(): Step[] {
  const text = README.split("<!-- tour -->")[1]?.split("<!-- end of tour -->")[0] ?? "";
  const blocks = [...text.matchAll(/```(sh|text)\n([\s\S]*?)```/g)].map(([, kind = "", body = ""]) => ({
    kind,
    body,
  }));
  return blocks.flatMap(({ kind, body }, index) => {
    if (kind !== "sh") return [];
    const next = blocks[index + 1];
    return [{ commands: body, expected: next?.kind === "text" ? next.body.trimEnd().split("\n") : [] }];
  });
}

function run(commands: string): Promise<string> {
  // A failing command is part of the tour; what counts is what it prints.
  return new Promise((done) => {
    const env = { PATH: process.env["PATH"], HOME: home };
    execFile("sh", ["-c", commands], { cwd: ROOT, env }, (_error, stdout, stderr) => done(stdout + stderr));
  });
}

/** A promised line as a pattern: `…` stands for anything within the line, and columns may be wider. */
function pattern(line: string): RegExp {
  const parts = line.split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(".*").replaceAll(/ {2,}/g, " +")}`, "m");
}

/** The servers that are there because the folder is a clone; in an unpacked archive of it they are not. */
const OF_A_CLONE = /^(?:filesystem|git|search) +ready/;
const isClone = existsSync(join(ROOT, ".git"));

it("does what the tour says", async () => {
  const steps = tour();
  expect(steps.length).toBeGreaterThan(6);
  for (const { commands, expected } of steps) {
    const output = await run(commands);
    const promised = expected.filter((line) => isClone || !OF_A_CLONE.test(line));
    for (const line of promised) expect(output, commands).toMatch(pattern(line));
  }
});

it("names the two commands that the package has", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  for (const name of ["start", "test"]) {
    expect(README).toContain(`npm install && npm ${name}`);
    expect(scripts).toHaveProperty(name);
  }
  expect(readFileSync(join(ROOT, ".ci/run"), "utf8")).toContain("npm install && npm test");
});

it("starts the product on its embedded defaults, and npm's end is the product's", async () => {
  const empty = mkdtempSync(join(tmpdir(), "tackle-start-"));
  const env = { PATH: process.env["PATH"], HOME: empty, npm_config_update_notifier: "false" };
  // In a group of its own, so that whatever a failure leaves can be ended together.
  const child = spawn("npm", ["start"], { cwd: ROOT, env, detached: true });
  const group = -(child.pid ?? Number.NaN);
  try {
    let output = "";
    const url = await new Promise<string>((resolve, reject) => {
      const onData = (chunk: Buffer): void => {
        output += chunk.toString();
        const found = /serves (http:\S+)/.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      };
      child.stdout.on("data", onData);
      child.stderr.on("data", onData);
      child.once("exit", () => reject(new Error(output)));
    });
    expect(README).toContain(url);
    const response = await fetch(new URL("/healthz", url));
    expect(response.status).toBe(200);
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
    await expect(fetch(new URL("/healthz", url))).rejects.toThrow("fetch failed");
    expect(() => process.kill(group, 0)).toThrow("ESRCH");
  } finally {
    try {
      process.kill(group, "SIGKILL");
    } catch {
      // nothing was left, as it should be
    }
    rmSync(empty, { recursive: true });
  }
});
