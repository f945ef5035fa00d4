import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../util/fixtures/folder.ts";
import { differenceBetween } from "../difference.ts";
import { loadConfig } from "../load-config.ts";

async function load(search: unknown, env: Record<string, string> = {}, file = "mine.json") {
  const folder = temporaryFolder();
  const path = join(folder, file);
  writeFileSync(path, JSON.stringify({ mcpServers: {}, settings: { search } }));
  const isProjects = file === ".mcp.json";
  return loadConfig({
    env: { HOME: folder, ...env },
    cwd: folder,
    ...(isProjects ? undefined : { configFiles: [path] }),
  });
}

const OPENAI = { type: "openai", url: "https://models.example/v1", model: "small", apiKey: "${EMBED_KEY}" };

describe("the model that has a vote in searches", () => {
  it("is read with its variables, and its key is known as a secret and shown nowhere", async () => {
    const { settings, problems, secrets } = await load(
      { embedder: { ...OPENAI, timeout: 500, weight: 0.8 } },
      { EMBED_KEY: "sk-canary" },
    );
    expect(problems).toEqual([]);
    const { embedder } = settings.search;
    expect(embedder).toMatchObject({
      type: "openai",
      url: OPENAI.url,
      model: "small",
      timeout: 500,
      weight: 0.8,
    });
    expect(embedder?.type === "openai" && embedder.apiKey?.reveal()).toBe("sk-canary");
    expect(secrets).toContain("sk-canary");
    expect(JSON.stringify(settings)).not.toContain("canary");
  });

  it("may be the local one, or none", async () => {
    expect((await load({ embedder: { type: "local" } })).settings.search.embedder).toEqual({
      type: "local",
      weight: undefined,
    });
    expect((await load({})).settings.search.embedder).toBeUndefined();
  });

  it.each([
    ["a missing type", { embedder: { url: "https://a.example" } }, /must be a map with 'type'/],
    ["an unknown type", { embedder: { type: "opnai" } }, /"openai" or "local"/],
    ["no address", { embedder: { type: "openai", model: "m" } }, /without 'url'/],
    ["no model", { embedder: { type: "openai", url: "https://a.example" } }, /without 'model'/],
    ["a wrong address", { embedder: { ...OPENAI, url: "ftp://a.example" } }, /must be a web address/],
    ["a misspelt key", { embedder: { ...OPENAI, apikey: "x" } }, /Unknown key 'apikey'/],
    ["a key for the local one", { embedder: { type: "local", apiKey: "x" } }, /Unknown key 'apiKey'/],
    ["a wrong weight", { embedder: { type: "local", weight: "much" } }, /a number above 0/],
    ["another setting", { embeder: {} }, /Unknown key 'embeder'/],
    ["a text", "openai", /must be a map/],
  ])("is refused with %s", async (_what, search, message) => {
    const { problems, settings } = await load(search, { EMBED_KEY: "sk-canary" });
    expect(problems).toMatchObject([{ severity: "error", line: 1, message: expect.stringMatching(message) }]);
    expect(JSON.stringify(problems)).not.toContain("canary");
    expect(settings.search.embedder).toBeUndefined();
  });

  it("is said to lack its key where the variable is not set", async () => {
    const { problems, settings } = await load({ embedder: OPENAI });
    expect(problems).toMatchObject([
      { severity: "warning", message: "Variable EMBED_KEY in 'search.embedder.apiKey' is not set" },
    ]);
    expect(settings.search.embedder).toMatchObject({ apiKey: undefined });
  });

  it("cannot be chosen by a project", async () => {
    const { problems, settings } = await load({ embedder: OPENAI }, {}, ".mcp.json");
    expect(problems).toMatchObject([
      { severity: "warning", message: expect.stringContaining("'search' is ignored") },
    ]);
    expect(settings.search.embedder).toBeUndefined();
  });

  it("is another one with another key", async () => {
    const [one, same, other] = await Promise.all(
      ["sk-canary-1", "sk-canary-1", "sk-canary-2"].map((key) =>
        load({ embedder: OPENAI }, { EMBED_KEY: key }),
      ),
    );
    if (one === undefined || same === undefined || other === undefined) throw new Error("not loaded");
    expect(differenceBetween(one, same).settings).toBe(false);
    expect(differenceBetween(one, other).settings).toBe(true);
  });
});
