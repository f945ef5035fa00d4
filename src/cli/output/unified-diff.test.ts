import { expect, it } from "vitest";
import { unifiedDiff } from "./unified-diff.ts";

const file = "/a/file.json";
const show = (line: string): string => line.replace("secret", "***");

it("shows what changes with three lines around it", async () => {
  const before = "1\n2\n3\n4\n5\n6\n7\n8\n";
  expect(await unifiedDiff({ file, before, after: before.replace("5", "five"), show })).toBe(
    `--- ${file}\n+++ ${file}\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8`,
  );
});

it("shows a new file, and the last line that ends without a line break", async () => {
  expect(await unifiedDiff({ file, before: undefined, after: "a", show })).toBe(
    `--- /dev/null\n+++ ${file}\n@@ -0,0 +1,1 @@\n+a\n\\ No newline at end of file`,
  );
});

it("cuts long lines, and lets nothing through that a terminal would act on", async () => {
  const after = `${"x".repeat(5000)}\n\u001b[31msecret\u0007\n`;
  const diff = await unifiedDiff({ file, before: undefined, after, show });
  expect(diff.length).toBeLessThan(1000);
  expect(diff).toContain("more characters]");
  expect(diff).not.toMatch(/[\u0007\u001b]/);
  expect(diff).toContain("***");
});
