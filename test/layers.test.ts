/** Imports point one way only (ARCHITECTURE.md). This test reads every import in src/ and fails on one against the arrows. */
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, it } from "vitest";

const SRC = resolve(import.meta.dirname, "../src");

/** Layer → the layers that it may import from, besides itself. */
const LEAVES = ["types", "errors", "util"];
const BELOW_CALLS = [
  ...LEAVES,
  "config",
  "upstream",
  "catalog",
  "search",
  "signature",
  "gate",
  "sandbox",
  "store",
  "servers",
];
const BELOW_SURFACES = [...BELOW_CALLS, "calls", "box"];
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  types: [],
  errors: ["types"],
  util: ["types", "errors"],
  config: LEAVES,
  upstream: [...LEAVES, "config"],
  catalog: [...LEAVES, "config", "upstream"],
  search: [...LEAVES, "config", "upstream", "catalog"],
  signature: [...LEAVES, "config", "upstream", "catalog"],
  gate: LEAVES,
  sandbox: LEAVES,
  store: LEAVES,
  servers: LEAVES,
  calls: BELOW_CALLS,
  box: [...BELOW_CALLS, "calls"],
  index: [...BELOW_SURFACES, "adapters"],
  gateway: BELOW_SURFACES,
  adapters: BELOW_SURFACES,
  agent: BELOW_SURFACES,
  dashboard: BELOW_SURFACES,
  devices: BELOW_SURFACES,
  cli: [...BELOW_SURFACES, "gateway", "agent", "dashboard", "devices"],
};

/** `config/shapes/x.ts` → `config`; `errors.ts` → `errors`. */
function layerOf(file: string): string {
  return relative(SRC, file).split("/")[0]?.replace(/\.ts$/, "") ?? "";
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']*)["']/g)].map(([, path = ""]) =>
    join(dirname(file), path),
  );
}

const FILES = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => join(SRC, name));

it("lets every layer import only from the layers to its left", () => {
  const wrong = FILES.flatMap((file) =>
    importsOf(file).flatMap((target) => {
      const [from, to] = [layerOf(file), layerOf(target)];
      return from === to || ARROWS[from]?.includes(to) === true
        ? []
        : [`${relative(SRC, file)} imports ${relative(SRC, target)}`];
    }),
  );
  expect(wrong).toEqual([]);
});

it("knows every layer there is", () => {
  expect(FILES.map(layerOf).filter((layer) => ARROWS[layer] === undefined)).toEqual([]);
});
