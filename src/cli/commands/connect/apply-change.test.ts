import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { CONNECTORS } from "../../../config/connect-clients/connectors.ts";
import { planConnection } from "../../../config/connect-clients/plan-connection.ts";
import { temporaryFolder } from "../../../util/fixtures/folder.ts";
import { createRedactor } from "../../../util/redact.ts";
import type { Invocation } from "../../command.ts";
import { applyChange } from "./apply-change.ts";

/** A person at a terminal who types an answer when asked; `meanwhile` happens before they do. */
async function answer(typed: string, { meanwhile }: { readonly meanwhile?: (file: string) => void } = {}) {
  const home = temporaryFolder();
  const file = join(home, "mcp.json");
  writeFileSync(file, `{"mcpServers": {}}`);
  const env = { HOME: home };
  const connector = CONNECTORS.find(({ client }) => client.id === "cursor");
  if (connector === undefined) throw new Error("no connector for Cursor");
  const places = { platform: "linux", home, env, cwd: home } as const;
  const entry = { url: "http://127.0.0.1:4747/mcp" };
  const plan = await planConnection({ connector, scope: "user", places, file, name: "tacklebox", entry });
  const [stdin, stderr] = [new PassThrough(), new PassThrough()];
  let shown = "";
  stderr.on("data", (chunk: Buffer) => {
    shown += chunk.toString();
    if (!shown.includes("[y/N]") || stdin.writableEnded) return;
    meanwhile?.(file);
    stdin.end(typed);
  });
  const plain = (_format: unknown, text: string): string => text;
  const invocation = {
    terminal: { stdin, stderr, isInteractive: true, style: plain, stderrStyle: plain },
    options: { flag: () => false },
    surroundings: { env, cwd: home },
    redactor: createRedactor(),
  } as unknown as Invocation;
  const texts = {
    question: "Write this?",
    done: () => "done",
    same: () => "same",
    warnings: ["mind"],
    notes: [],
    details: {},
  };
  return { file, shown: () => shown, result: applyChange(invocation, plan, texts) };
}

it("shows the change, asks, and writes after a yes", async () => {
  const { file, shown, result } = await answer("y\r");
  expect(await result).toMatchObject({ human: "done", json: { written: true, change: "added" } });
  expect(shown().indexOf("+++")).toBeLessThan(shown().indexOf("Write this? [y/N]"));
  expect(readFileSync(file, "utf8")).toContain("tacklebox");
});

it.each(["n\r", "\r", "\u0004"])("writes nothing after %j", async (typed) => {
  const { file, result } = await answer(typed);
  expect(await result).toMatchObject({ exitCode: 1, json: { written: false } });
  expect(readFileSync(file, "utf8")).toBe(`{"mcpServers": {}}`);
  expect(existsSync(`${file}.tacklebox-backup`)).toBe(false);
});

it("writes nothing when the file changed while the person thought about it", async () => {
  const { file, result } = await answer("y\r", { meanwhile: (changed) => writeFileSync(changed, "{}") });
  await expect(result).rejects.toMatchObject({ code: "conflict" });
  expect(readFileSync(file, "utf8")).toBe("{}");
});
