import { expect, it } from "vitest";
import { exampleTool } from "./fixtures/examples.ts";
import { tamper } from "./fixtures/tampering.ts";
import { testStore } from "./fixtures/test-store.ts";

it("keeps whole definitions by server and tool, over restarts", async () => {
  const { store, home } = testStore();
  const tools = ["search", "open"].map((name) => ({
    fingerprint: `f-${name}`,
    definition: exampleTool(name),
  }));
  expect(store.pins.pin({ server: "github", tools, approvedBy: "cli" })).toBe(true);
  await store.close();
  const { pins } = testStore(home).store;
  expect([...pins.pinnedOf("github").keys()]).toEqual(["open", "search"]);
  expect(pins.pinnedOf("github").get("search")).toEqual({
    server: "github",
    tool: "search",
    fingerprint: "f-search",
    definition: exampleTool("search"),
    pinnedAt: expect.any(Number) as unknown,
    approvedBy: "cli",
  });
  expect(pins.pinnedOf("slack").size).toBe(0);
  expect(pins.servers()).toEqual([{ server: "github", tools: 2 }]);
});

it("replaces a pin by the tool that was accepted later, and leaves the others", () => {
  const { pins } = testStore().store;
  const pin = (name: string, fingerprint: string): boolean =>
    pins.pin({
      server: "github",
      tools: [{ fingerprint, definition: exampleTool(name, `as of ${fingerprint}`) }],
      approvedBy: "cli",
    });
  pin("search", "old");
  pin("open", "old");
  pin("search", "new");
  const pinned = pins.pinnedOf("github");
  expect(pinned.get("search")).toMatchObject({
    fingerprint: "new",
    definition: { description: "as of new" },
  });
  expect(pinned.get("open")).toMatchObject({ fingerprint: "old" });
});

it("forgets some tools, or all of a server", () => {
  const { pins } = testStore().store;
  for (const server of ["a", "b"]) {
    const tools = ["x", "y", "z"].map((name) => ({ fingerprint: "f", definition: exampleTool(name) }));
    pins.pin({ server, tools, approvedBy: "cli" });
  }
  expect(pins.unpin("a", ["x", "y"])).toBe(true);
  expect([...pins.pinnedOf("a").keys()]).toEqual(["z"]);
  pins.unpin("b");
  expect(pins.servers()).toEqual([{ server: "a", tools: 1 }]);
});

it("keeps the fingerprint of a definition that is too large, and reads past one that is damaged", () => {
  const { store, file } = testStore();
  const { pins } = store;
  const tools = [
    { fingerprint: "large", definition: exampleTool("large", "x".repeat(1_000_000)) },
    { fingerprint: "small", definition: { ...exampleTool("__proto__"), ["__proto__"]: 1 } },
  ];
  pins.pin({ server: "s", tools, approvedBy: "cli" });
  expect(pins.pinnedOf("s").get("large")).toMatchObject({ fingerprint: "large", definition: undefined });
  expect(pins.pinnedOf("s").get("__proto__")?.definition?.name).toBe("__proto__");
  tamper(file, "UPDATE pins SET definition = '{' WHERE tool = '__proto__'");
  expect(pins.pinnedOf("s").get("__proto__")).toMatchObject({ fingerprint: "small", definition: undefined });
});
