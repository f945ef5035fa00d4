import { expect, it } from "vitest";
import type { Namespace } from "../executor.ts";
import { packNames, unpackNames } from "./pack-names.ts";

const a = new Map([
  ["run", "a/run"],
  ["__proto__", "a/__proto__"],
]);
const names: Namespace = new Map<string, Namespace | string>([
  [
    "device",
    new Map<string, Namespace>([
      ["AMCP", a],
      ["BMCP", new Map()],
    ]),
  ],
  ["ask", "host/ask"],
]);

it("knows all ids", () => {
  expect([...packNames(names).ids]).toEqual(["a/run", "a/__proto__", "host/ask"]);
});

it.each([
  [[], ["device", "ask"]],
  [["device"], ["AMCP", "BMCP"]],
  [
    ["device", "AMCP"],
    ["run", "__proto__"],
  ],
  [["device", "BMCP"], []],
  [["device", "nowhere"], []],
  [["ask", "deeper"], []],
])("finds the names at %j", (path, expected) => {
  expect(unpackNames(packNames(names).json, path)).toEqual(expected);
});

it("packs the same names once", () => {
  expect(packNames(names)).toBe(packNames(names));
});
