import { describe, expect, it } from "vitest";
import { formatForFile, loadFormat } from "./for-file.ts";

describe("formatForFile", () => {
  it.each([
    ["/etc/tackle.json", "json"],
    ["mcp.jsonc", "json"],
    ["C:\\Users\\me\\Tackle.YAML", "yaml"],
    ["a.b.yml", "yaml"],
    ["config.toml", "toml"],
    ["config.json5", undefined],
    ["config", undefined],
    [".json", undefined],
    ["", undefined],
  ])("sees the ending of %j", (path, name) => {
    expect(formatForFile(path)).toBe(name);
  });
});

describe("loadFormat", () => {
  it.each(["json", "yaml", "toml"] as const)("loads %s", async (name) => {
    expect((await loadFormat(name)).name).toBe(name);
  });
});
