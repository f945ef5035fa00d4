/** What every executor must do with the first and the last of a program: its first line, and its result. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Executor, RunResult } from "./executor.ts";
import { fakeBridge } from "./fixtures/fake-bridge.ts";

export function describeExecutorTexts(name: string, create: () => Executor): void {
  describe(`executor: ${name}`, () => {
    let executor: Executor;
    beforeAll(() => {
      executor = create();
    });
    afterAll(() => executor.close());

    const run = (code: string): Promise<RunResult> => executor.run({ code }, fakeBridge());

    async function valueOf(code: string): Promise<unknown> {
      const { value = "null" } = await run(code);
      return JSON.parse(value);
    }

    it("passes over a first line for a shell, and keeps all places", async () => {
      expect(await valueOf("#!/usr/bin/env -S tackle exec\nreturn 1 + 1")).toBe(2);
      expect(await valueOf("#!/usr/bin/env tackle\nconst a: number = 2;\nreturn a")).toBe(2);
      expect((await run("#!x\nthrow new Error('here')")).error).toMatchObject({ line: 2 });
    });

    it("warns of what is in the result and lost in JSON", async () => {
      const { logs, value } = await run(
        "return { map: new Map([[1, 2]]), sets: [new Set([1])], run: () => 1, date: new Date(0), none: undefined }",
      );
      expect(value).toBe('{"map":{},"sets":[{}],"date":"1970-01-01T00:00:00.000Z"}');
      expect(logs.map(({ level, text }) => `${level} ${text.split(",", 1)[0]}`)).toEqual([
        "warn The result had a Map",
        "warn The result had a Set",
        "warn The result had a function",
      ]);
      expect((await run("return () => 1")).logs).toHaveLength(1);
      expect((await run("return { a: [1, 'b', null] }")).logs).toEqual([]);
    });
  });
}
