import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../util/fixtures/folder.ts";
import { CONNECTORS } from "./connectors.ts";
import { planConnection, type ConnectionPlan } from "./plan-connection.ts";
import { writeConnection } from "./write-connection.ts";

const cursor = CONNECTORS.find(({ client }) => client.id === "cursor");

function setUp() {
  const home = temporaryFolder();
  const file = join(home, "mcp.json");
  const env = { HOME: home };
  const plan = (
    entry: { url: string } | undefined = { url: "http://127.0.0.1:4747/mcp" },
  ): Promise<ConnectionPlan> => {
    if (cursor === undefined) throw new Error("no connector for Cursor");
    const places = { platform: "linux", home, env, cwd: home } as const;
    return planConnection({ connector: cursor, scope: "user", places, file, name: "tacklebox", entry });
  };
  return { home, file, env, plan };
}

it("is refused when the file was changed, removed or created after it was shown", async () => {
  const { file, env, plan } = setUp();
  const forNew = await plan();
  writeFileSync(file, "{}");
  await expect(writeConnection(forNew, env)).rejects.toMatchObject({ code: "conflict" });
  expect(readFileSync(file, "utf8")).toBe("{}");
  const shown = await plan();
  writeFileSync(file, `{"mine": 1}`);
  await expect(writeConnection(shown, env)).rejects.toMatchObject({ code: "conflict" });
  expect(readFileSync(file, "utf8")).toBe(`{"mine": 1}`);
});

it("keeps every state that it replaced, each once", async () => {
  const { file, env, plan } = setUp();
  writeFileSync(file, "{}");
  expect(await writeConnection(await plan(), env)).toBe(`${file}.tacklebox-backup`);
  expect(await writeConnection(await plan(undefined), env)).toBe(`${file}.tacklebox-backup-2`);
  writeFileSync(file, "{}");
  expect(await writeConnection(await plan(), env)).toBe(`${file}.tacklebox-backup`);
  expect(existsSync(`${file}.tacklebox-backup-3`)).toBe(false);
});

it("passes over a backup's name that is taken by something else", async () => {
  const { file, env, plan } = setUp();
  writeFileSync(file, "{}");
  mkdirSync(`${file}.tacklebox-backup`);
  expect(await writeConnection(await plan(), env)).toBe(`${file}.tacklebox-backup-2`);
});

it("keeps the permissions of the file and closes its backup to others", async () => {
  const { file, env, plan } = setUp();
  writeFileSync(file, "{}");
  chmodSync(file, 0o640);
  const backup = await writeConnection(await plan(), env);
  expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(statSync(backup ?? "").mode & 0o777).toBe(0o600);
});

it.each([
  ["", "an empty file"],
  ["// only a remark\n", "a file of remarks"],
  ["null", "a file that says nothing"],
  [`{"mcpServers": null}`, "an empty place for servers"],
])("writes into %j, %s", async (text) => {
  const { file, env, plan } = setUp();
  writeFileSync(file, text);
  await writeConnection(await plan(), env);
  expect(readFileSync(file, "utf8")).toContain(`"tacklebox": {`);
});

it.each([
  [`{"mcpServers": []}`, /mcpServers/],
  [`["a"]`, /list/],
  [`{"a": 1, "a": 2}`, /:1:10: .*twice/],
])("is refused in %j, where there is no place for servers", async (text, message) => {
  const { file, plan } = setUp();
  writeFileSync(file, text);
  await expect(plan()).rejects.toThrow(message);
  expect(readFileSync(file, "utf8")).toBe(text);
});
