import { afterAll, expect, it } from "vitest";
import { CodeChecker } from "./code-checker.ts";

const checker = new CodeChecker();
afterAll(() => checker.close());
const names = {
  globals: ["console"],
  namespaces: new Map([["device", new Map([["AMCP", new Map([["run", "a/run"]])]])]]),
};

it("finds the same in short programs and in long ones", async () => {
  const code = "device.AMCP.run();\ndevice.AMCP.rum()";
  const short = await checker.check({ code, names });
  const long = await checker.check({ code: `${code}${" ".repeat(20_000)}`, names });
  expect(short.problems).toMatchObject([{ line: 2, nearest: ["run"] }]);
  expect(long).toEqual(short);
});

it("checks several at once", async () => {
  const code = `console.log(1)${" ".repeat(20_000)}`;
  const checks = await Promise.all([1, 2, 3].map(() => checker.check({ code, names })));
  expect(checks.map(({ problems }) => problems)).toEqual([[], [], []]);
});

it("lets nothing pass that it could not check", async () => {
  const closed = new CodeChecker();
  closed.close();
  const { problems } = await closed.check({ code: " ".repeat(20_000), names });
  expect(problems).toMatchObject([{ message: expect.stringContaining("Could not check the program") }]);
});
