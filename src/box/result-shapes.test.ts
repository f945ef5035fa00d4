import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { definitionOf, snapshotOf } from "../signature/fixtures/snapshots.ts";
import { ServerFiles } from "../store/server-files.ts";
import type { CallResult, JsonObject, ServerDefinition } from "../types.ts";
import { temporaryFolder } from "../util/fixtures/folder.ts";
import { ResultShapes } from "./result-shapes.ts";

const REF = { server: "web", tool: "search" };
/** What a server is counts only by its content here. */
const SERVER = {
  name: "web",
  type: "stdio",
  command: "web",
  connect: "eager",
} as unknown as ServerDefinition;

function testShapes({ home = temporaryFolder(), tool = definitionOf("search"), random = 0.5 } = {}) {
  const files = new ServerFiles({ XDG_STATE_HOME: home }, "result-shapes");
  onTestFinished(() => files.close()); // what it still writes must not outlive the folder
  const failures: unknown[] = [];
  const snapshot = snapshotOf({ web: [tool] });
  const shapes = new ResultShapes({
    files,
    definitionOf: (server) => (server === "web" ? SERVER : undefined),
    toolOf: (ref) => snapshot.byRef(ref),
    onFailure: (error) => failures.push(error),
    random: () => random,
  });
  return { shapes, files, failures, home, folder: join(home, "tacklebox/result-shapes") };
}

const result = (data: unknown, more: Partial<CallResult> = {}): CallResult => ({
  id: "1",
  success: true,
  output: "",
  data,
  error: undefined,
  hint: undefined,
  outcome: "ok",
  content: [],
  ...REF,
  durationMs: 1,
  fromCache: false,
  whole: undefined,
  raw: undefined,
  ...more,
});
const text = (given: string): readonly JsonObject[] => [{ type: "text", text: given }];
const NUMBER = { fields: [["n", { types: ["number"] }]] };

describe("the shapes of results", () => {
  it("are learned from structured content, and from text that is JSON", () => {
    for (const given of [result({ n: 1 }), result(undefined, { content: text(' {"n": 1}') })]) {
      const { shapes } = testShapes();
      shapes.add(given);
      shapes.flush();
      expect(shapes.of(REF)).toEqual(NUMBER);
    }
  });

  it.each([
    ["a failure", result({ n: 1 }, { success: false })],
    ["a result from the cache", result({ n: 1 }, { fromCache: true })],
    ["another server's", result({ n: 1 }, { server: "other" })],
    ["a tool that is gone", result({ n: 1 }, { tool: "gone" })],
    ["a very long text", result(undefined, { content: text(`[${"1,".repeat(200_000)}1]`) })],
  ])("are not learned from %s", (_title, given) => {
    const { shapes, failures } = testShapes();
    shapes.add(given);
    shapes.flush();
    expect(shapes.of(REF)).toBeUndefined();
    expect(failures).toEqual([]);
  });

  const HANDLE_FIELDS = [
    ["bytes", { types: ["number"] }],
    ["handle", { types: ["string"] }],
    ["mimeType", { types: ["string"] }],
  ];
  const photo = { type: "image", data: "AAAA", mimeType: "image/png" };

  it.each([
    ["plain text", result(undefined, { content: text("n is 1") }), { types: ["string"] }],
    ["a cut text", result(undefined, { output: "{ … }", content: text('{"n": 1}') }), NUMBER],
    ["text that only looks like JSON", result(undefined, { content: text("{n}") }), { types: ["string"] }],
    ["a number", result(5), { types: ["number"] }],
    ["a boolean", result(false), { types: ["boolean"] }],
    ["an image", result(undefined, { content: [photo] }), { fields: HANDLE_FIELDS }],
    [
      "text and an image",
      result(undefined, { content: [...text("n"), photo] }),
      {
        fields: [
          ["handles", { items: { fields: HANDLE_FIELDS } }],
          ["text", { types: ["string"] }],
        ],
      },
    ],
  ])("are those of what a program gets: %s", (_title, given, expected) => {
    const { shapes } = testShapes();
    shapes.add(given);
    shapes.flush();
    expect(shapes.of(REF)).toEqual(expected);
  });

  it("say that handles come with what the server promises", () => {
    const { shapes } = testShapes({ tool: definitionOf("search", { outputSchema: { type: "object" } }) });
    shapes.add(result({ n: 1 }, { content: [photo] }));
    shapes.flush();
    expect(shapes.of(REF)).toEqual({ fields: [["handles", { items: { fields: HANDLE_FIELDS } }]] });
  });

  it("are not learned where the server promises one", () => {
    const { shapes } = testShapes({ tool: definitionOf("search", { outputSchema: { type: "object" } }) });
    shapes.add(result({ n: 1 }));
    shapes.flush();
    expect(shapes.of(REF)).toBeUndefined();
  });

  it("are learned from the first twenty results, then from one in fifty", () => {
    const { shapes } = testShapes({ random: 0.5 });
    const learnedAt: number[] = [];
    for (let call = 0; call < 200; call++) {
      shapes.add(result({ [`f${call}`]: call % 2 === 0 ? 1 : "a" }));
      const before = JSON.stringify(shapes.of(REF));
      shapes.flush();
      if (JSON.stringify(shapes.of(REF)) !== before) learnedAt.push(call);
    }
    expect(learnedAt).toEqual([...Array.from({ length: 20 }, (_, call) => call), 25, 75, 125, 175]);
  });

  it("outlive the process, in a file that only its owner can read, without any value", async () => {
    const { shapes, files, home, folder } = testShapes();
    shapes.add(result({ n: 987_654, token: "canary", "ann@example.org": 1 }));
    shapes.add(result({ n: 1 }));
    shapes.flush();
    await files.close();
    const [name = ""] = readdirSync(folder);
    const file = join(folder, name);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).not.toMatch(/canary|987654|ann/);
    expect(testShapes({ home }).shapes.of(REF)).toEqual(shapes.of(REF));
  });

  it("are taken together with what another process has learned", async () => {
    const home = temporaryFolder();
    const [one, other] = [testShapes({ home }), testShapes({ home })];
    for (const { shapes } of [one, other]) expect(shapes.of(REF)).toBeUndefined(); // both have read the file
    one.shapes.add(result({ a: 1 }));
    one.shapes.flush();
    await one.files.close();
    other.shapes.add(result({ b: 1 }));
    other.shapes.flush();
    await other.files.close();
    expect(
      testShapes({ home })
        .shapes.of(REF)
        ?.fields?.map(([name]) => name),
    ).toEqual(["a", "b"]);
  });

  it("are forgotten when the tool's definition changes", async () => {
    const { shapes, files, home } = testShapes();
    shapes.add(result({ n: 1 }));
    shapes.flush();
    await files.close();
    const changed = testShapes({ home, tool: definitionOf("search", { description: "another" }) }).shapes;
    expect(changed.of(REF)).toBeUndefined();
    changed.add(result(["a"]));
    changed.flush();
    expect(changed.of(REF)).toEqual({ items: { types: ["string"] } });
  });

  it.each([
    "",
    "[]",
    '{"version":1}',
    '{"version":1,"tools":[1,{"tool":"search"}]}',
    '{"version":9,"tools":[]}',
  ])("are learned anew when the file holds %j", async (content) => {
    const { shapes, files, home, folder } = testShapes();
    shapes.add(result({ n: 1 }));
    shapes.flush();
    await files.close();
    writeFileSync(join(folder, readdirSync(folder)[0] ?? ""), content);
    const next = testShapes({ home }).shapes;
    expect(next.of(REF)).toBeUndefined();
    next.add(result({ n: 1 }));
    next.flush();
    expect(next.of(REF)).toEqual(NUMBER);
  });

  it("of one result that cannot be looked at cost no other", () => {
    const { shapes, failures } = testShapes();
    const trap = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("trap");
        },
      },
    );
    shapes.add(result(trap));
    shapes.add(result({ n: 1 }));
    shapes.flush();
    expect(failures).toHaveLength(1);
    expect(shapes.of(REF)).toEqual(NUMBER);
  });
});
