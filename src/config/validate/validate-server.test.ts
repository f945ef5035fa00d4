import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Problem, Scope } from "../../types.ts";
import { canonicalJson } from "../../util/canonical-json.ts";
import { temporaryFolder } from "../../util/fixtures/folder.ts";
import { checkServer } from "../check-server.ts";
import type { WrittenServer } from "../edit-file.ts";
import type { ConfiguredServer } from "../config.ts";
import { loadConfig } from "../load-config.ts";

const surroundings = { cwd: "/", env: { HOME: "/nonexistent" } };

async function read(server: unknown): Promise<{ server: ConfiguredServer; problems: readonly Problem[] }> {
  const text = JSON.stringify({ mcpServers: { x: server } });
  const config = await loadConfig({
    ...surroundings,
    env: { HOME: "/nonexistent", TACKLE_MCP_SERVERS: text },
  });
  const found = config.servers.get("x");
  if (found === undefined) throw new Error("no server");
  return { server: found, problems: config.problems };
}
const fieldsOf = (problems: readonly Problem[]) => problems.map(({ field = "" }) => field).toSorted();

describe("a server with several mistakes", () => {
  const wrong = { args: "x", env: [], cwd: 5, timeout: "soon", instances: 99, cache: 1 };
  const fields = ["args", "cache", "cwd", "env", "instances", "timeout"];

  it.each([
    ["without a command", { type: "stdio" }, "command"],
    ["without anything", {}, "command"],
    ["with an unknown type", { type: "stido", command: "x" }, "type"],
    ["with a command of the wrong kind", { command: 7 }, "command"],
    ["with both a command and a url", { command: "x", url: "http://x" }, "type"],
  ])("has all of them reported %s", async (_title, given, field) => {
    expect(fieldsOf((await read({ ...given, ...wrong })).problems)).toEqual([...fields, field].toSorted());
  });

  it("has those of a remote server reported without a url", async () => {
    const { problems } = await read({ type: "http", headers: { "a b": "1" }, oauth: 1 });
    expect(fieldsOf(problems)).toEqual(["headers.a b", "oauth", "url"]);
  });
});

describe("every problem of a server", () => {
  const mistakes: readonly unknown[] = [
    5,
    { type: 5 },
    { type: "stido" },
    {},
    { command: "" },
    { command: [] },
    { command: 5 },
    { command: "x", args: [{}] },
    { command: "x", args: ["a\0"] },
    { command: "x", args: [1e300] },
    { command: "x", env: 5 },
    JSON.parse(`{"command": "x", "env": {"__proto__": "1"}}`),
    JSON.parse(`{"command": "x", "__proto__": {}}`),
    { command: "x", env: { A: "${file:/nowhere}", B: "${secret:S}", C: "${NOPE}" } },
    { command: "x", env: { A: "${input:key}", B: "${env:HOME}" } },
    { command: "x", enabled: 1, disabled: 2 },
    { command: "x", connect: "laazy", isolation: [], debug: "no", trust: null },
    { command: "x", toolTimeouts: { a: -1 }, policy: { a: "alow" }, includeTools: "a" },
    { command: "x", timout: 5, somethingElse: 1, headers: {} },
    { command: "npx -y server" },
    { url: "nowhere" },
    { url: "ftp://x" },
    { url: "http://user:pass@x" },
    { url: "http://x", headers: { "a b": "1", A: "ü\u2603", Host: "x" } },
  ];

  it.each(mistakes.map((server) => [JSON.stringify(server), server]))(
    "names server, field and fix: %s",
    async (_text, server) => {
      const { problems } = await read(server);
      expect(problems).not.toEqual([]);
      for (const problem of problems) {
        expect(problem).toMatchObject({
          server: "x",
          field: expect.stringMatching(/./),
          fix: expect.stringMatching(/./),
        });
        expect(problem.message).toContain("'x'");
      }
    },
  );

  it("says what was expected and what was given", async () => {
    const { problems } = await read({ command: "x", connect: "laazy", timeout: "soon" });
    expect(problems).toMatchObject([
      {
        message: `'connect' of server 'x' must be "eager" or "lazy", not "laazy"`,
        fix: "Did you mean 'lazy'?",
      },
      { message: `'timeout' of server 'x' must be a whole number from 1 to 2147483647, not "soon"` },
    ]);
  });

  it("is told without the text of fields that may hold secrets", async () => {
    const { problems } = await read({
      command: "x",
      args: "canary",
      env: "canary",
      url: "http://a:canary@x",
    });
    expect(JSON.stringify(problems)).not.toContain("canary");
  });
});

describe("what connecting would refuse", () => {
  it.each([
    [{ url: "https://me:secret@x/mcp" }, /user name or password/],
    [{ url: "https://me@x/mcp" }, /user name or password/],
    [{ url: "http://x", headers: { "Content-Length": "5" } }, /'Content-Length'.*set by the protocol/],
    [{ url: "http://x", headers: { "mcp-session-id": "5" } }, /set by the protocol/],
  ])("is refused by the check as well: %j", async (server, message) => {
    const { server: found, problems } = await read(server);
    expect(found.status).toBe("invalid");
    expect(problems).toMatchObject([{ message: expect.stringMatching(message) }]);
    expect(JSON.stringify(problems)).not.toContain("secret@");
  });
});

describe("a command that is a whole command line", () => {
  it.each(["npx -y server", "docker run x"])("is a warning: %s", async (command) => {
    const { server, problems } = await read({ command });
    expect(server.status).toBe("valid");
    const fix = `Write "command": "${command.split(" ")[0]}" and the other words as a list in "args".`;
    expect(problems).toMatchObject([{ severity: "warning", field: "command", fix }]);
  });

  it.each([
    { command: "/opt/My Server/run" },
    { command: "C:\\Program Files\\node.exe" },
    { command: "my server", args: ["x"] },
    { command: ["my server"] },
    { command: "${HOME:-a b}" },
    { command: "npx " },
  ])("is not seen in %j", async (server) => {
    expect((await read(server)).problems).toEqual([]);
  });
});

describe("what must be approved", () => {
  const subjectOf = async (server: unknown) => {
    const { server: found } = await read(server);
    if (found.status !== "valid") throw new Error("invalid");
    return found.subject;
  };

  it("is the same for two ways of writing the same thing", async () => {
    const first = await subjectOf({ command: "x", args: [1], env: { A: 1, B: true }, instances: 1 });
    const second = await subjectOf({ command: ["x", "1"], env: { B: "true", A: "1" } });
    expect(canonicalJson(first)).toBe(canonicalJson(second));
    expect(Object.keys(second.env ?? {})).toEqual(["A", "B"]);
  });

  it("holds references as they are written", async () => {
    expect(
      await subjectOf({ url: "http://${HOST:-h}", headers: { A: "${B:-b}" }, oauth: { scopes: ["a"] } }),
    ).toEqual({
      type: "http",
      url: "http://${HOST:-h}",
      headers: { A: "${B:-b}" },
      oauth: { scopes: ["a"] },
    });
  });

  it("counts the processes where there are several", async () => {
    expect(await subjectOf({ command: "x", instances: 3 })).toMatchObject({ instances: 3 });
    expect(await subjectOf({ command: "x" })).not.toHaveProperty("instances");
  });
});

describe("checkServer", () => {
  const check = (server: WrittenServer, scope?: Scope) =>
    checkServer("x", server, surroundings, scope && { scope, file: "/nonexistent/project/.mcp.json" });

  it("lets the user's own files do what a project's may not", async () => {
    const server = { command: "x", trust: true };
    expect(await check(server)).toEqual([]);
    expect(await check(server, "user")).toEqual([]);
    expect(await check(server, "project")).toMatchObject([{ severity: "warning", field: "trust" }]);
  });

  it("refuses to read files for a project", async () => {
    expect(await check({ command: "x", env: { A: "${file:/a}" } }, "project")).toMatchObject([
      {
        severity: "error",
        field: "env.A",
        message: expect.stringContaining("a project's file may not read"),
      },
    ]);
  });

  it("reads the .env of the project that the server will be in", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, ".env"), "TOKEN=1");
    const server = { command: "x", env: { A: "${TOKEN}" } };
    expect(await check(server, "project")).toMatchObject([{ severity: "warning", field: "env.A" }]);
    const target = { scope: "project", file: ".mcp.json" } as const;
    expect(await checkServer("x", server, { ...surroundings, cwd: folder }, target)).toEqual([]);
  });
});
