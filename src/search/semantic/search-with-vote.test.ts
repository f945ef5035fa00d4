import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TackleError } from "../../errors.ts";
import { makeTool, OFFICE } from "../fixtures/make-tools.ts";
import { buildSearchIndex } from "../index/search-index.ts";
import { searchTools } from "../search-tools.ts";
import { diskEmbeddingCache } from "./disk-embedding-cache.ts";
import type { Embedder } from "./embedder.ts";
import { searchWithVote } from "./search-with-vote.ts";
import { semanticVote } from "./semantic-vote.ts";

/** Knows three things: water, letters, and all else. Counts what it is asked. */
function tinyEmbedder(): Embedder & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    id: "tiny",
    asked,
    async embed(texts) {
      asked.push(...texts);
      return texts.map((text) =>
        Float32Array.of(
          /umbrella|rain/i.test(text) ? 1 : 0.01,
          /letter|mail/i.test(text) ? 1 : 0.01,
          /issue|repository/i.test(text) ? 1 : 0.01,
        ),
      );
    },
  };
}

const office = buildSearchIndex(OFFICE);

describe("a search with a vote", () => {
  it("finds what no word speaks of", async () => {
    const vote = semanticVote({ embedder: tinyEmbedder() });
    expect(searchTools(office, "umbrella").results).toEqual([]);
    const { results, more } = await searchWithVote(office, "umbrella", { vote, limit: 3 });
    expect(results[0]).toMatchObject({ server: "weather", tool: "getForecast" });
    expect(results).toHaveLength(3);
    expect(more).toBe(OFFICE.length - 3);
  });

  it("keeps a tool that is named in front", async () => {
    const vote = semanticVote({ embedder: tinyEmbedder() });
    const { results } = await searchWithVote(office, "read_file", { vote });
    expect(results[0]).toMatchObject({ server: "filesystem", tool: "read_file" });
    expect(new Set(results.map(({ name }) => name)).size).toBe(results.length);
  });

  it("asks for each tool once, and never for one that the filter leaves out", async () => {
    const embedder = tinyEmbedder();
    const vote = semanticVote({ embedder });
    const filter = ({ server }: { readonly server: string }) => server !== "mail";
    for (const query of ["letter", "rain"]) {
      const { results } = await searchWithVote(office, query, { vote, filter });
      expect(results.map(({ server }) => server)).not.toContain("mail");
    }
    const allowed = OFFICE.filter(filter).length;
    expect(embedder.asked).toHaveLength(allowed + 2);
    expect(embedder.asked.filter((text) => text.startsWith("mail"))).toEqual([]);
  });

  it("answers by words alone when the vote fails, and says so", async () => {
    const embed = async () => {
      throw new TackleError({ code: "connection", message: "nobody there" });
    };
    const vote = semanticVote({ embedder: { id: "broken", embed } });
    const { warning, ...answer } = await searchWithVote(office, "open an issue", { vote });
    expect(answer).toEqual(searchTools(office, "open an issue"));
    expect(warning).toBe("Searched by words only: nobody there");
  });

  it("answers by words alone when vectors are missing", async () => {
    const vote = semanticVote({ embedder: { id: "empty", embed: async () => [] } });
    expect((await searchWithVote(office, "issue", { vote })).warning).toContain("no vector");
  });

  it("ends when it is interrupted", async () => {
    const vote = semanticVote({
      embedder: { id: "x", embed: async (_, signal) => signal?.throwIfAborted() ?? [] },
    });
    const signal = AbortSignal.abort();
    await expect(searchWithVote(office, "issue", { vote, signal })).rejects.toMatchObject({
      code: "cancelled",
    });
  });
});

describe("the cache on disk", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "tackle-vectors-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("spares the next process all tools, and keeps no query", async () => {
    const cold = tinyEmbedder();
    await searchWithVote(office, "umbrella", {
      vote: semanticVote({ embedder: cold, cache: diskEmbeddingCache(folder) }),
    });
    expect(cold.asked).toHaveLength(OFFICE.length + 1);
    const warm = tinyEmbedder();
    const again = buildSearchIndex(OFFICE.map((tool) => ({ ...tool })));
    const vote = semanticVote({ embedder: warm, cache: diskEmbeddingCache(folder) });
    const { results } = await searchWithVote(again, "umbrella", { vote });
    expect(results[0]).toMatchObject({ server: "weather" });
    expect(warm.asked).toEqual(["umbrella"]);
  });

  it("does not use another model's vectors, nor those of a text that changed", async () => {
    const cache = diskEmbeddingCache(folder);
    const tools = [makeTool({ server: "a", tool: "b", description: "old" })];
    await semanticVote({ embedder: tinyEmbedder(), cache }).rank(tools, "q", { count: 1 });
    const other = { ...tinyEmbedder(), id: "other" };
    await semanticVote({ embedder: other, cache }).rank(tools, "q", { count: 1 });
    expect(other.asked).toHaveLength(2);
    const changed = tinyEmbedder();
    const newer = [makeTool({ server: "a", tool: "b", description: "new" })];
    await semanticVote({ embedder: changed, cache }).rank(newer, "q", { count: 1 });
    expect(changed.asked).toHaveLength(2);
  });

  it("puts many files together, and loses nothing", async () => {
    const key = (index: number) => index.toString(16).padStart(64, "0");
    const cache = diskEmbeddingCache(folder);
    for (let index = 0; index < 40; index += 1)
      await cache.write(new Map([[key(index), Float32Array.of(index, 0.5)]]));
    expect(readdirSync(folder).length).toBeLessThan(20);
    const keys = Array.from({ length: 40 }, (_, index) => key(index));
    const found = await diskEmbeddingCache(folder).read(keys);
    expect(keys.map((one) => found.get(one)?.[0])).toEqual(keys.map((_, index) => index));
  });

  it("makes again what cannot be read", async () => {
    writeFileSync(join(folder, "torn.vectors"), Buffer.alloc(40, 255));
    writeFileSync(join(folder, "other.txt"), "not ours");
    expect(await diskEmbeddingCache(folder).read(["00"])).toEqual(new Map());
  });

  it("does without when the folder cannot be written", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    const vote = semanticVote({ embedder: tinyEmbedder(), cache: diskEmbeddingCache(file) });
    const answer = await searchWithVote(office, "umbrella", { vote });
    expect(answer.warning).toBeUndefined();
    expect(answer.results[0]).toMatchObject({ server: "weather" });
  });
});
