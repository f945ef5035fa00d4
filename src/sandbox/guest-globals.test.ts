import { afterAll, expect, it } from "vitest";
import { fakeBridge } from "./fixtures/fake-bridge.ts";
import { GUEST_GLOBALS } from "./guest-globals.ts";
import { createQuickJsExecutor } from "./quickjs/quickjs-executor.ts";

const executor = createQuickJsExecutor();
afterAll(() => executor.close());

/** There, but not for programs that are checked. */
const UNLISTED = ["Function", "globalThis"];

it("lists exactly what a program finds", async () => {
  const { value } = await executor.run({ code: "Object.getOwnPropertyNames(globalThis)" }, fakeBridge());
  expect((JSON.parse(value ?? "[]") as string[]).toSorted()).toEqual(
    [...GUEST_GLOBALS, ...UNLISTED].toSorted(),
  );
});
