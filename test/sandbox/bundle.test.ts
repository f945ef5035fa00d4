/** The sandbox works from a bundle, as it is shipped, and lets a program end that used it. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundleSandbox, type BundledSandbox } from "./bundle-sandbox.ts";

let bundle: BundledSandbox;
beforeAll(async () => {
  bundle = await bundleSandbox();
});
afterAll(() => bundle.remove());

async function runNode(script: string): Promise<string> {
  const start = `import { createQuickJsExecutor, CodeChecker } from ${JSON.stringify(join(bundle.folder, "sandbox.js"))};
    const bridge = { call: async () => "1", ask: async () => "1" };`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    "--input-type=module",
    "-e",
    start + script,
  ]);
  return stdout + stderr;
}

it("runs JavaScript, TypeScript and long programs, and prints no warnings", async () => {
  const output = await runNode(`
    const executor = createQuickJsExecutor();
    const codes = ["1 + 1", "const a: number = 2; return a", "return 3" + " ".repeat(20_000)];
    for (const code of codes) console.log((await executor.run({ code }, bridge)).value);
    await executor.close();`);
  expect(output).toBe("2\n2\n3\n");
});

it("does not keep a process alive that forgot to close it", async () => {
  const output = await runNode(`
    const executor = createQuickJsExecutor();
    const checker = new CodeChecker();
    await executor.run({ code: "const a: number = 1; return a" }, bridge);
    await checker.check({ code: " ".repeat(20_000), names: { globals: [], namespaces: new Map() } });
    await new Promise((resolve) => setTimeout(resolve, 200));
    console.log("end");`);
  expect(output).toBe("end\n");
});

it("ends the runs that are under way when it is closed", async () => {
  const output = await runNode(`
    const executor = createQuickJsExecutor();
    const run = executor.run({ code: "for (;;) await sleep(1)" }, bridge);
    await executor.run({ code: "1" }, bridge);
    await executor.close();
    console.log((await run).stopped);
    console.log(await executor.run({ code: "1" }, bridge).catch((error) => error.code));`);
  expect(output).toBe("cancelled\ncancelled\n");
});
