/** Names for tests: ordinary ones that collide easily, and those that a hostile server would choose. */
import fc from "fast-check";
import type { ToolRef } from "../../types.ts";

const COLLIDING = [
  "a",
  "b",
  "_",
  "__",
  "a_b",
  "a__b",
  "_a",
  "a_",
  "b_c",
  "mcp",
  "mcp_a",
  "mcp__a__b",
  "A",
  "-",
];

export const HOSTILE = [
  "",
  " ",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "x".repeat(5000),
  `${"x".repeat(63)}y`,
  `${"long_server_name_".repeat(5)}end`,
  "日本語",
  "ﬁle",
  "file",
  "gіthub",
  "emoji😀",
  "\ud800",
  "\udfff",
  "new\nline",
  "\u001b[31mred\u001b[0m",
  "a.b",
  "a/b",
  "a::b",
  "b@a",
  "search_tools",
  "run_code",
  "name_3abcdefg",
  "3abcdefg",
  "../../etc/passwd",
];

export const anyName: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...COLLIDING), weight: 4 },
  { arbitrary: fc.constantFrom(...HOSTILE), weight: 2 },
  { arbitrary: fc.stringMatching(/^[ab_]{1,4}$/), weight: 2 },
  { arbitrary: fc.string({ unit: "binary", maxLength: 70 }), weight: 1 },
);

export const anyRefs: fc.Arbitrary<ToolRef[]> = fc.uniqueArray(
  fc.record({ server: anyName, tool: anyName }),
  { maxLength: 25, selector: ({ server, tool }) => JSON.stringify([server, tool]) },
);
