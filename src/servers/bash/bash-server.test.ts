import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../util/fixtures/folder.ts";
import { openServer, textOf } from "../fixtures/open-server.ts";
import { createBashServer } from "./bash-server.ts";

describe("execute", () => {
  it("tells a client what it takes, what it returns and that it may destroy", async () => {
    const { client } = await openServer(createBashServer());
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([
      {
        name: "execute",
        inputSchema: { required: ["command"], properties: { timeout: { default: 30 } } },
        outputSchema: { type: "object" },
        annotations: { readOnlyHint: false, destructiveHint: true },
      },
    ]);
  });

  it("returns exit code, stdout and stderr as data and as text", async () => {
    const { call } = await openServer(createBashServer());
    const result = await call("execute", { command: "echo out; echo err >&2; exit 3" });
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toEqual({
      exit_code: 3,
      success: false,
      stdout: "out\n",
      stderr: "err\n",
      signal: null,
      timed_out: false,
      stdout_bytes_cut: 0,
      stderr_bytes_cut: 0,
      left_behind: [],
      notes: [],
    });
    expect(textOf(result)).toBe("Exit code 3\n\nstdout:\nout\n\n\nstderr:\nerr\n");
  });

  it("says when there is no output", async () => {
    const { call } = await openServer(createBashServer());
    const result = await call("execute", { command: ":" });
    expect(result.structuredContent).toMatchObject({ success: true, exit_code: 0 });
    expect(textOf(result)).toBe("Exit code 0\n\nNo output.");
  });

  it("is bash where there is one", async () => {
    const { data } = await openServer(createBashServer());
    expect(await data("execute", { command: "[[ a == a* ]] && cat <(echo $BASH_VERSION)" })).toMatchObject({
      success: true,
      stdout: expect.stringMatching(/^\d/),
    });
  });

  it("is sh where there is no bash, and says so where there is neither", async () => {
    const folder = temporaryFolder();
    const bin = join(folder, "bin");
    mkdirSync(bin);
    const server = createBashServer({ cwd: folder, inherited: { PATH: bin } });
    const { data, failure } = await openServer(server);
    expect(await failure("execute", { command: ":" })).toContain("neither bash nor sh");
    writeFileSync(join(bin, "sh"), '#!/bin/sh\nexec /bin/sh "$@"\n', { mode: 0o755 });
    expect(await data("execute", { command: "echo hi" })).toMatchObject({ stdout: "hi\n" });
  });

  it("runs in its folder, in one below it, or anywhere that is named", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "below"));
    const { data } = await openServer(createBashServer({ cwd: folder }));
    const where = async (cwd?: string): Promise<unknown> =>
      (await data("execute", { command: "pwd -P", ...(cwd === undefined ? undefined : { cwd }) }))["stdout"];
    expect(await where()).toBe(`${folder}\n`);
    expect(await where("below")).toBe(`${folder}/below\n`);
    expect(await where("/")).toBe("/\n");
  });

  it("names a folder that does not exist, and one that is none", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "file"), "");
    const { failure } = await openServer(createBashServer({ cwd: folder }));
    expect(await failure("execute", { command: ":", cwd: "nowhere" })).toContain(
      `${folder}/nowhere does not exist`,
    );
    expect(await failure("execute", { command: ":", cwd: "file" })).toContain("is not a folder");
    expect(await failure("execute", { command: ":", cwd: "a\0b" })).toContain("NUL");
  });

  it("passes on harmless variables and those that are given, and no others", async () => {
    const inherited = {
      PATH: process.env["PATH"],
      HOME: "/home/somebody",
      LC_ALL: "C.UTF-8",
      GITHUB_TOKEN: "canary",
      BASH_ENV: "/tmp/evil",
      LD_PRELOAD: "/tmp/evil.so",
      TAVILY_API_KEY: "canary",
      LANG: "() { echo canary; }",
    };
    const { data } = await openServer(
      createBashServer({ inherited, env: { FROM_SERVER: "1", BOTH: "server" } }),
    );
    const { stdout } = await data("execute", { command: "env", env: { FROM_CALL: "2", BOTH: "call" } });
    const lines = String(stdout).split("\n");
    expect(lines).toEqual(
      expect.arrayContaining(["HOME=/home/somebody", "FROM_SERVER=1", "FROM_CALL=2", "BOTH=call"]),
    );
    expect(stdout).not.toMatch(/canary|BASH_ENV|LD_PRELOAD/);
  });

  it.for([
    ["no command", {}],
    ["an empty command", { command: "" }],
    ["a timeout of nothing", { command: ":", timeout: 0 }],
    ["a timeout without an end", { command: ":", timeout: 100_000 }],
    ["a variable without a sensible name", { command: ":", env: { "A=B": "c" } }],
    ["a NUL in the command", { command: "echo a\0b" }],
    ["a NUL in a variable", { command: ":", env: { A: "\0" } }],
  ] as const)("refuses %s", async ([, args]) => {
    const { failure } = await openServer(createBashServer());
    expect(await failure("execute", args)).not.toBe("");
  });

  it("explains a command that is too long for the system", async () => {
    const { failure } = await openServer(createBashServer());
    expect(await failure("execute", { command: `: ${"é".repeat(99_000)}` })).toContain("Write it to a file");
  });

  it("names the signal that ended a command", async () => {
    const { data } = await openServer(createBashServer());
    expect(await data("execute", { command: "kill -9 $$" })).toMatchObject({
      exit_code: null,
      signal: "SIGKILL",
      success: false,
    });
  });
});
