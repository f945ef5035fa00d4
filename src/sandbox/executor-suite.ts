/**
 * What every executor must do: the same tests for all of them. A new one is done when this passes.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Executor, Program, RunResult } from "./executor.ts";
import { fakeBridge, fakeNamespaces, type FakeBridge } from "./fixtures/fake-bridge.ts";

export function describeExecutor(name: string, create: () => Executor): void {
  describe(`executor: ${name}`, () => {
    let executor: Executor;
    beforeAll(() => {
      executor = create();
    });
    afterAll(() => executor.close());

    function run(
      code: string,
      more: Partial<Program> = {},
      bridge: FakeBridge = fakeBridge(),
    ): Promise<RunResult> {
      const functions = ["search_skills", "describe"];
      return executor.run({ code, namespaces: fakeNamespaces(), functions, ...more }, bridge);
    }

    async function valueOf(code: string): Promise<unknown> {
      const result = await run(code);
      expect(result.error).toBeUndefined();
      return result.value === undefined ? undefined : JSON.parse(result.value);
    }

    it.each([
      ["a returned value", "return { a: [1, 'x', null] }", { a: [1, "x", null] }],
      ["the last expression", "const a = 2; a * 3", 6],
      ["the last expression before a comment", "const a = 2;\na // the end", 2],
      ["an object in parentheses", "({ a: 1 });", { a: 1 }],
      ["an awaited last expression", "const read = async () => 5; await read()", 5],
      ["a promise that comes last", "async function main() { return 7 }\nmain()", 7],
      ["nothing", "const a = 1", undefined],
      [
        "a program with types",
        "const list: number[] = [1, 2]; interface A { b: string }\nreturn list.length as number",
        2,
      ],
      ["a call with types", "const same = <T>(value: T): T => value; return same<string>('x')", "x"],
    ])("gives the result of %s", async (_what, code, expected) => {
      expect(await valueOf(code)).toEqual(expected);
    });

    it("calls tools, many at a time, and gives their answers as values", async () => {
      const bridge = fakeBridge();
      const code = `
        const sums = await Promise.all(Array.from({ length: 40 }, (_, i) => device.EchoMCP.later({ i })));
        return sums.map(({ i }) => i).join();`;
      const result = await run(code, { limits: { parallelCalls: 8 } }, bridge);
      expect(result.value).toBe(JSON.stringify(Array.from({ length: 40 }, (_, i) => i).join()));
      expect(bridge.mostAtOnce()).toBe(8);
      expect(result.stats.calls).toBe(40);
    });

    it("asks the host's functions with all their arguments", async () => {
      expect(
        await valueOf("return [await search_skills('mail', { limit: 3 }), await describe('a')]"),
      ).toEqual([
        { name: "search_skills", given: ["mail", { limit: 3 }] },
        { name: "describe", given: ["a"] },
      ]);
    });

    it("throws the failure of a call where it was awaited, with code, server and tool", async () => {
      const code = `
        try { await device.EchoMCP.refuse({ path: "/etc" }) }
        catch (e) { return [e instanceof Error, e.name, e.message, e.code, e.server, e.tool] }`;
      expect(await valueOf(code)).toEqual([
        true,
        "ToolError",
        "echo.refuse: argument 'path' is /etc, expected a path below /home. Give another path.",
        "policy",
        "echo",
        "refuse",
      ]);
    });

    it("says in which line an uncaught failure was, and nothing of the host", async () => {
      const result = await run("const a = 1;\n\nawait device.EchoMCP.break();");
      expect(result).toMatchObject({ ok: false, error: { name: "ToolError", line: 3 } });
      expect(JSON.stringify(result)).not.toMatch(/ENOENT|node_modules|fake-bridge|file:|tacklebox\.js/);
    });

    it("shows the program's own frames only", async () => {
      const { error } = await run(
        "function inner() {\n  null.x;\n}\nfunction outer() { inner() }\n[1].map(outer)",
      );
      expect(error?.stack).toMatch(
        /^ {2}at inner \(2:\d+\)\n {2}at outer \(4:\d+\)\n {2}at program \(5:\d+\)$/,
      );
    });

    it("names the nearest members when one is not there", async () => {
      expect((await run("device.EchoMCP.eco({})")).error?.message).toBe(
        "device.EchoMCP has no 'eco'. Did you mean echo?",
      );
      expect((await run("device.EkoMCP")).error?.message).toBe(
        "device has no 'EkoMCP'. Did you mean EchoMCP?",
      );
    });

    it("says how a tool is called when it was called otherwise", async () => {
      expect((await run("await device.EchoMCP.echo('x')")).error?.message).toContain(
        "device.EchoMCP.echo takes one object with named arguments",
      );
    });

    it("lets namespaces be listed and destructured, but not changed", async () => {
      expect(await valueOf("const { EchoMCP: { add } } = device; return await add({ a: 1, b: 2 })")).toBe(3);
      expect(await valueOf("return Object.keys(device)")).toEqual(["EchoMCP", "TrapMCP"]);
      expect((await run("device.EchoMCP.add = 1")).ok).toBe(false);
      expect((await run("globalThis.device = 1")).ok).toBe(false);
    });

    it("can call tools whose names mean something to JavaScript", async () => {
      const code = `
        const calls = ["__proto__", "constructor", "toString", "then"];
        return (await Promise.all(calls.map((name) => device.TrapMCP[name]({ name })))).map(({ name }) => name);`;
      expect(await valueOf(code)).toEqual(["__proto__", "constructor", "toString", "then"]);
    });

    it("hands images through as handles that can be returned", async () => {
      const image = { handle: "image-1", mimeType: "image/png", bytes: 68 };
      expect(await valueOf("const shot = await device.EchoMCP.image(); return { shot }")).toEqual({
        shot: image,
      });
    });

    it("collects what is printed, with its level", async () => {
      const { logs } = await run(
        "console.log('a', { b: 1 }, [2], undefined, null); console.error(new TypeError('no'))",
      );
      expect(logs).toEqual([
        { level: "log", text: 'a {"b":1} [2] undefined null' },
        { level: "error", text: "TypeError: no" },
      ]);
    });

    it("has sleep and timers", async () => {
      const code = `
        const order = [];
        const cancelled = setTimeout(() => order.push("cancelled"), 1);
        clearTimeout(cancelled);
        setTimeout((word) => order.push(word), 2, "timer");
        await sleep(20);
        return order;`;
      expect(await valueOf(code)).toEqual(["timer"]);
    });

    it("fails a program that waits for nothing", async () => {
      expect((await run("await new Promise(() => {})")).error?.message).toMatch(/nothing will ever settle/);
    });

    it("says where a program cannot be read", async () => {
      expect((await run("const a = 1;\nconst b = = 2;")).error).toMatchObject({
        name: "SyntaxError",
        line: 2,
      });
      expect((await run("let a;\nlet a;")).error).toMatchObject({ name: "SyntaxError", line: 2 });
      expect((await run("enum A { B }")).error?.message).toMatch(/enum .* write it in plain JavaScript/);
    });

    it("keeps every line and column when it takes types away", async () => {
      expect(await executor.toJavaScript("const a: number = 1;\nreturn a as any;")).toEqual({
        ok: true,
        code: "const a         = 1;\nreturn a       ;",
      });
      expect(await executor.toJavaScript("const a: = 1;")).toMatchObject({ ok: false, problem: { line: 1 } });
    });

    it("leaves nothing behind for the next run", async () => {
      await run("globalThis.left = 1; Array.prototype.left = 1; Object.prototype.left = 1");
      expect(await valueOf("return [typeof left, [].left, ({}).left].map(String)")).toEqual([
        "undefined",
        "undefined",
        "undefined",
      ]);
    });

    it("warns about calls that nobody waited for, and cancels them", async () => {
      let wasAborted: Promise<boolean> | undefined;
      const bridge = fakeBridge({
        "echo/never": (_given, { signal }) => {
          wasAborted = new Promise((resolve) => {
            signal.addEventListener("abort", () => resolve(true));
          });
          return wasAborted;
        },
      });
      const { ok, logs } = await run("device.EchoMCP.never(); await device.EchoMCP.later()", {}, bridge);
      expect([ok, logs.at(-1)?.text]).toEqual([true, expect.stringContaining("1 call was still under way")]);
      expect(await wasAborted).toBe(true);
    });

    it("refuses limits that make no sense", async () => {
      await expect(run("1", { limits: { cpuMs: -1 } })).rejects.toThrow("The limit cpuMs of a program is -1");
    });

    describe("stops a program", () => {
      const stops: [what: string, code: string, limits: Program["limits"], stopped: string, name: string][] = [
        ["that computes forever", "for (;;);", { cpuMs: 100 }, "cpu", "cpuMs"],
        ["that awaits forever", "for (;;) await 0", { cpuMs: 100 }, "cpu", "cpuMs"],
        ["that catches everything", "const f = async () => { for (;;); };\nfor (;;) await f().catch(() => 0)", { cpuMs: 100 }, "cpu", "cpuMs"],
        ["that fills its memory", "const a = []; for (;;) a.push('x'.repeat(1e6) + a.length)", { memoryBytes: 2 ** 24 }, "memory", "memoryBytes"],
        ["that sleeps too long", "await sleep(60_000)", { wallMs: 100 }, "wall", "wallMs"],
        ["that makes too many calls", "for (;;) await device.EchoMCP.echo()", { calls: 5 }, "calls", "calls"],
        ["that floods with calls", "for (;;) device.EchoMCP.echo().catch(() => 0)", { calls: 5 }, "calls", "calls"],
        ["that returns too much", "'x'.repeat(5000)", { resultBytes: 1000 }, "output", "resultBytes"],
      ]; // prettier-ignore
      it.each(stops)("%s", async (_what, code, limits, stopped, name) => {
        const result = await run(code, { limits: { cpuMs: 20_000, ...limits } });
        expect(result).toMatchObject({ ok: false, stopped });
        expect(result.error?.message).toContain(`raise the limit ${name}`);
      });

      it("never makes more calls than allowed", async () => {
        const bridge = fakeBridge();
        await run(
          "for (let i = 0; i < 1e5; i++) device.EchoMCP.echo().catch(() => 0)",
          { limits: { calls: 7 } },
          bridge,
        );
        expect(bridge.seen.length).toBeLessThanOrEqual(7);
      });

      it("whose run is cancelled, and the calls that it made", async () => {
        const cancel = new AbortController();
        const bridge = fakeBridge({
          "echo/never": (_given, { signal }) =>
            new Promise((_resolve, reject) => {
              signal.addEventListener("abort", () => reject(new Error("aborted")));
              cancel.abort();
            }),
        });
        const result = await run("await device.EchoMCP.never()", { signal: cancel.signal }, bridge);
        expect(result).toMatchObject({ ok: false, stopped: "cancelled" });
      });

      it("before it starts when it was cancelled before", async () => {
        const bridge = fakeBridge();
        const result = await run("await device.EchoMCP.echo()", { signal: AbortSignal.abort() }, bridge);
        expect([result.stopped, bridge.seen]).toEqual(["cancelled", []]);
      });
    });

    it("refuses arguments and answers that are too large, and lets the program go on", async () => {
      const limits = { argumentBytes: 1000, answerBytes: 1000 };
      const code = `
        const large = await device.EchoMCP.echo({ text: "x".repeat(2000) }).catch((e) => e.message);
        const answer = await device.EchoMCP.large({ bytes: 2000 }).catch((e) => e.message);
        return [large, answer, await device.EchoMCP.add({ a: 1, b: 1 })];`;
      const { value } = await run(code, { limits });
      expect(JSON.parse(value ?? "")).toEqual([
        "The arguments of this call are larger than 1000 bytes (limit argumentBytes). Raise the limit argumentBytes.",
        expect.stringContaining("The answer to this call is larger than 1000 bytes (limit answerBytes)"),
        2,
      ]);
    });

    it("keeps the first part of what is printed too much, and says so", async () => {
      const { ok, logs } = await run("for (let i = 0; i < 1e4; i++) console.log('line ' + i); return 1", {
        limits: { consoleBytes: 200 },
      });
      expect(ok).toBe(true);
      expect(logs[0]?.text).toBe("line 0");
      expect(logs.at(-1)?.text).toContain("The program printed more than 200 bytes (limit consoleBytes)");
      expect(logs.map(({ text }) => text).join("\n").length).toBeLessThan(500);
    });

    it("stops the wall clock while somebody is asked", async () => {
      const bridge = fakeBridge({
        "echo/later": async (_given, control) => {
          control.beginPause();
          await new Promise((resolve) => setTimeout(resolve, 400));
          control.endPause();
          return "approved";
        },
      });
      const result = await run("await device.EchoMCP.later()", { limits: { wallMs: 300 } }, bridge);
      expect(result).toMatchObject({ ok: true, value: '"approved"' });
    });

    it("gives no way to make code from text", async () => {
      const ways = [
        "eval('1')",
        "new Function('return 1')()",
        "(() => {}).constructor('return 1')()",
        "(async () => {}).constructor('return 1')()",
        "(function* () {}).constructor('yield 1')()",
        "(async function* () {}).constructor('yield 1')()",
        "Reflect.construct(Object.getPrototypeOf(async () => {}).constructor, ['return 1'])",
        "await import('node:fs')",
      ];
      for (const way of ways) expect([way, (await run(way)).ok]).toEqual([way, false]);
    });

    it("gives constants their values, which a program may hide by names of its own, and keeps its places", async () => {
      const constants = new Map([
        ["input", JSON.stringify({ a: "'\u2028`${", __proto__: 1 })],
        ["other", '{"__proto__": {"b": 2}}'],
      ]);
      const result = await run("return [input.a, Object.keys(other), other.b]", { constants });
      expect(JSON.parse(result.value ?? "")).toEqual(["'\u2028`${", ["__proto__"], null]);
      expect(await run("const input = 5; input", { constants })).toMatchObject({ value: "5" });
      expect((await run("1;\n  throw new Error('x')", { constants })).error).toMatchObject({ line: 2 });
    });

    it("lets programs run that others wait for, however many of those there are", async () => {
      const inner = { "echo/later": async () => (await run("return 1", { depth: 1 })).value };
      const results = await Promise.all(
        [1, 2, 3, 4, 5].map(() => run("return await device.EchoMCP.later()", {}, fakeBridge(inner))),
      );
      expect(results.map(({ value }) => value)).toEqual(results.map(() => '"1"'));
    });

    it("runs several programs at once", async () => {
      const results = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => run(`await sleep(5); return ${n}`)));
      expect(results.map(({ value }) => value)).toEqual(["1", "2", "3", "4", "5", "6"]);
    });
  });
}
