import { expect, it } from "vitest";
import { childOf, readTraceparent, writeTraceparent } from "./trace-context.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";

it.each([
  [`00-${TRACE}-${SPAN}-01`, true],
  [`00-${TRACE}-${SPAN}-00`, false],
  [`00-${TRACE}-${SPAN}-03`, true],
  [`cc-${TRACE}-${SPAN}-01-what-the-future-is-like`, true],
])("reads %s", (text, isSampled) => {
  expect(readTraceparent(text)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled });
});

it.each([
  undefined,
  1,
  "",
  `ff-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${"0".repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${"0".repeat(16)}-01`,
  `00-${TRACE}-${SPAN}`,
  ` 00-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01\n`,
  `cc-${TRACE}-${SPAN}-01-${"x".repeat(1000)}`,
])("takes %j for nothing", (text) => {
  expect(readTraceparent(text)).toBeUndefined();
});

it("goes on in its parent's trace with a step of its own, or begins a new trace", () => {
  const parent = { traceId: TRACE, spanId: SPAN, isSampled: true };
  const child = childOf(parent);
  expect(child).toMatchObject({ traceId: TRACE, isSampled: true });
  expect(child.spanId).not.toBe(SPAN);
  expect(readTraceparent(writeTraceparent(child))).toEqual(child);
  const first = childOf(undefined);
  expect(readTraceparent(writeTraceparent(first))).toEqual(first);
  expect(first.traceId).not.toBe(childOf(undefined).traceId);
});
