import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { openCodeBox, PIXEL, recordsOf, valueOf } from "./fixtures/code-box.ts";

describe("a program", () => {
  it("calls tools of servers that nobody has started yet, and gets their data", async () => {
    const box = await openCodeBox();
    const run = await box.runCode(
      "const { result } = await device.LabMCP.double({ number: 4 }); return result + 1",
    );
    expect(run).toMatchObject({ ok: true, value: "9", data: 9, problems: [], stats: { calls: 1 } });
  });

  it("waits with all others until it is known what there is to call", async () => {
    const box = await openCodeBox();
    const runs = await Promise.all([1, 2, 3].map(() => box.runCode("await device.LabMCP.secret()")));
    expect(runs.map(({ ok }) => ok)).toEqual([true, true, true]);
  });

  it("may be TypeScript, and finds what it is given under the name input", async () => {
    const box = await openCodeBox();
    const code = "const list = input as { of: number[] };\nreturn list.of.map((n: number): number => n + 1)";
    expect(valueOf(await box.runCode(code, { input: { of: [1, 2], __proto__: 5 } }))).toEqual([2, 3]);
    expect(await box.runCode("return input")).toMatchObject({
      ok: false,
      problems: [{ line: 1, column: 8 }],
    });
  });

  it("makes fifty calls at once", async () => {
    const box = await openCodeBox();
    const code = `const numbers = Array.from({ length: 50 }, (_, number) => number);
      const answers = await Promise.all(numbers.map((number) => device.LabMCP.double({ number })));
      return answers.reduce((sum, { result }) => sum + result, 0)`;
    expect(await box.runCode(code)).toMatchObject({ ok: true, value: "2450", stats: { calls: 50 } });
    expect(recordsOf(box)).toHaveLength(50);
  });

  it("leaves a record for each call, with the run as its parent and the caller that it ran for", async () => {
    const box = await openCodeBox();
    const { id } = await box.runCode(
      "await device.LabMCP.double({ number: 1 }); await device.LabMCP.secret()",
    );
    expect(recordsOf(box)).toMatchObject([
      { parent: id, tool: "double", caller: "code", outcome: "ok" },
      { parent: id, tool: "secret", caller: "code", outcome: "ok" },
    ]);
  });

  it("is told the place of an error, and which argument was wrong", async () => {
    const box = await openCodeBox();
    const run = await box.runCode("const a = 1;\nawait device.LabMCP.double({ number: 'x' })");
    expect(run).toMatchObject({ ok: false, problems: [], error: { name: "ToolError", line: 2 } });
    expect(run.error?.message).toContain("'number' must be a number");
  });

  it("is refused with the place and the nearest names before anything runs", async () => {
    const box = await openCodeBox();
    const run = await box.runCode("await device.LabMCP.secret();\nawait device.LabMCP.doubel({})");
    expect(run).toMatchObject({ ok: false, stats: { calls: 0 } });
    expect(run.problems).toMatchObject([
      { line: 2, column: 21, nearest: ["double"], lookedIn: "device.LabMCP" },
    ]);
    expect(recordsOf(box)).toEqual([]);
  });

  it("has handles in the place of images, and gives back those that it returns", async () => {
    const box = await openCodeBox();
    const run = await box.runCode(
      "const photo = await device.LabMCP.photo(); return { photo, bytes: photo.bytes }",
    );
    expect(valueOf(run)).toMatchObject({ bytes: PIXEL.length, photo: { mimeType: "image/png" } });
    expect(run.content).toEqual([{ type: "image", data: PIXEL.toString("base64"), mimeType: "image/png" }]);
    const forged = await box.runCode(
      "await device.LabMCP.photo(); return { handle: 'x', mimeType: 'image/png' }",
    );
    expect(forged.content).toEqual([]);
  });

  it("has data and handles where a tool gives both", async () => {
    const box = await openCodeBox();
    const run = await box.runCode("return await device.LabMCP.scan({})");
    const photo = { handle: expect.any(String), mimeType: "image/png", bytes: PIXEL.length };
    expect(valueOf(run)).toEqual({ kind: "cat", handles: [photo] });
    expect(run.content).toHaveLength(1);
    const clash = await box.runCode("return await device.LabMCP.scan({ clashes: true })");
    expect(valueOf(clash)).toEqual({ kind: "cat", handles: ["own"], _handles: [photo] });
  });

  it("has handles in the place of binary resources, beside the text", async () => {
    const box = await openCodeBox();
    const run = await box.runCode("return await device.LabMCP.archive()");
    const zip = { handle: expect.any(String), mimeType: "application/zip", bytes: PIXEL.length };
    expect(valueOf(run)).toEqual({ text: "packed", handles: [zip] });
    expect(run.content).toMatchObject([{ type: "resource", resource: { uri: "file:///a.zip" } }]);
  });

  it("may pass a handle on to another tool, which gets the content in base64", async () => {
    const box = await openCodeBox();
    const code = `const photo = await device.LabMCP.photo();
      const { handles: [zip] } = await device.LabMCP.archive();
      return await device.LabMCP.upload({ files: [{ data: photo }, { data: zip }] })`;
    expect(valueOf(await box.runCode(code))).toBe(`${PIXEL.toString()},${PIXEL.toString()}`);
    const forged = await box.runCode("await device.LabMCP.upload({ files: [{ data: { handle: 'x' } }] })");
    expect(forged).toMatchObject({ ok: false, error: { name: "ToolError" } });
  });

  it("cannot make arguments endless with handles", async () => {
    const box = await openCodeBox();
    const code = `const photo = await device.LabMCP.large();
      await device.LabMCP.upload({ files: Array(20).fill({ data: photo }) })`;
    expect((await box.runCode(code)).error?.message).toContain("stand for more than");
  });

  it("ends with its calls when it is cancelled", async () => {
    const box = await openCodeBox();
    const controller = new AbortController();
    box.on("call-start", () => controller.abort());
    const run = await box.runCode("await device.LabMCP.wait()", { signal: controller.signal });
    expect(run).toMatchObject({ ok: false, stopped: "cancelled" });
    await expect.poll(() => recordsOf(box)).toMatchObject([{ tool: "wait", outcome: "cancelled" }]);
  });

  it.each([
    ["wall", "await device.LabMCP.wait()", { wallMs: 200 }],
    ["calls", "for (;;) await device.LabMCP.secret()", { calls: 3 }],
    [
      "memory",
      "const a = []; for (;;) a.push('x'.repeat(100000) + a.length)",
      { memoryBytes: 8 * 1024 * 1024 },
    ],
    ["cpu", "for (;;);", { cpuMs: 200 }],
    ["output", "return 'x'.repeat(2000)", { resultBytes: 1000 }],
  ])("is stopped by its limit on %s, and the next one runs", async (stopped, code, limits) => {
    const box = await openCodeBox();
    expect(await box.runCode(code, { limits })).toMatchObject({ ok: false, stopped });
    expect(await box.runCode("1 + 1")).toMatchObject({ ok: true, value: "2" });
  });
});

describe("search_skills", () => {
  it("takes a limit, and a line says how many more there are", async () => {
    const box = await openCodeBox();
    const run = await box.runCode("return (await search_skills('takes a picture', { limit: 1 })).length");
    expect(run).toMatchObject({ ok: true, value: "1" });
    expect(run.logs).toEqual([{ level: "info", text: expect.stringMatching(/\d more match/) }]);
    const wrong = await box.runCode("await search_skills('picture', { limit: 'x' })");
    expect(wrong.error?.message).toContain("takes { limit } second");
    expect((await box.runCode("await search_skills()")).error?.message).toContain("takes a text first");
  });

  it("has a line about servers that are meant and cannot be used, as the check has", async () => {
    const box = await openCodeBox({ others: { down: { command: "none", disabled: true } } });
    const run = await box.runCode("return await search_skills('down')");
    expect(run.logs).toMatchObject([
      { level: "info", text: expect.stringContaining("'down' cannot be used now: disabled") },
    ]);
    const { problems } = await box.runCode("await device.DownMCP.anything()");
    expect(problems).toMatchObject([
      { message: expect.stringMatching(/DownMCP cannot be used now: Server 'down' is switched off/) },
    ]);
  });

  it("says nothing of servers that the program may not know of", async () => {
    const box = await openCodeBox({ others: { down: { command: "none", disabled: true } } });
    const filter = () => true;
    expect((await box.runCode("await search_skills('down')", { filter })).logs).toEqual([]);
    const { problems } = await box.runCode("await device.DownMCP.anything()", { filter });
    expect(problems).toMatchObject([{ message: expect.stringContaining("device has no 'DownMCP'") }]);
    const showsServer = (server: string) => server === "down";
    expect((await box.runCode("await search_skills('down')", { filter, showsServer })).logs).toHaveLength(1);
  });
});

describe("policy inside of a program", () => {
  it("denies what it denies elsewhere, and lets the program go on", async () => {
    const box = await openCodeBox({
      settings: { policy: [{ tool: "secret", server: "lab", decision: "deny" }] },
    });
    const code =
      "try { return await device.LabMCP.secret() } catch (error) { return [error.tool, error.message] }";
    expect(valueOf(await box.runCode(code))).toEqual([
      "secret",
      expect.stringContaining("rule 1 of the policy"),
    ]);
    expect(recordsOf(box)).toMatchObject([{ tool: "secret", outcome: "denied" }]);
  });

  it("keeps to allowedTools", async () => {
    const box = await openCodeBox({ settings: { allowedTools: ["mcp__lab__double"] } });
    expect(await box.runCode("await device.LabMCP.double({ number: 1 })")).toMatchObject({ ok: true });
    const { error } = await box.runCode("await device.LabMCP.secret()");
    expect(error?.message).toContain("allowedTools");
  });

  it("shows a client only what it may use, so that the rest is unknown to its program", async () => {
    const settings = { policy: [{ server: "lab", tool: "secret", decision: "deny" }] };
    const box = await openCodeBox({ settings, caller: { kind: "client", name: "test" } });
    const { problems } = await box.runCode("await device.LabMCP.secret()");
    expect(problems).toMatchObject([{ message: expect.stringMatching(/^device.LabMCP has no 'secret'/) }]);
    expect(valueOf(await box.runCode("return (await search_skills('secret')).length"))).toBe(0);
    expect(valueOf(await box.runCode("return await describe('lab.secret')"))).toContain("There is no tool");
  });

  it("asks for an agent's program, with its arguments, and keeps to the answer", async () => {
    const asked: string[] = [];
    const box = await openCodeBox({
      caller: { kind: "agent", name: "test" },
      ask: async ({ tool, argumentsSummary }) => {
        asked.push(`${tool} ${argumentsSummary}`);
        return tool === "double" ? "once" : "deny";
      },
    });
    const code = "await device.LabMCP.double({ number: 2 }); await device.LabMCP.secret()";
    const run = await box.runCode(code);
    expect(asked).toEqual(['double {"number":2}', "secret {}"]);
    expect(run).toMatchObject({ ok: false, error: { name: "ToolError" }, stats: { calls: 2 } });
  });

  it("stops the clock while a person is asked", async () => {
    const box = await openCodeBox({
      caller: { kind: "agent", name: "test" },
      ask: async () => {
        await delay(700); // longer than the program may take
        return "once";
      },
    });
    const run = await box.runCode("await device.LabMCP.secret()", { limits: { wallMs: 500 } });
    expect(run).toMatchObject({ ok: true, value: '"the secret"' });
  });
});
