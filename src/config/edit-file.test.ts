import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { editConfigFile, type WrittenServer } from "./edit-file.ts";
import { loadConfig } from "./load-config.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tackle-edit-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const env = () => ({ HOME: folder });
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const read = (path: string) => readFileSync(path, "utf8");

const FORMATS = ["json", "yaml", "toml"] as const;

describe("editConfigFile", () => {
  it("writes a server in the words and place of each shape", async () => {
    const shapes: [string, string, RegExp][] = [
      ["object.json", `{"mcp": {"servers": {"a": {"command": "x"}}}}`, /"servers": \{"a".*"b": ?\{/],
      ["list.yaml", "mcp:\n  servers:\n    - name: a\n      command: x\n", /- name: b\n +command: run/],
      [
        "tools.yaml",
        "tools:\n  mcp_servers:\n    - name: a\n      command: [x]\n",
        /- name: b\n +command: ?\n? *(\[ ?run|- run)/,
      ],
      ["tables.toml", `[mcp.a]\ncommand = ["x"]\n`, /\[mcp\.b\]\ncommand = \["run"\]/],
      ["array.json", `[{"name": "a", "command": "x"}]`, /"name": ?"b"/],
    ];
    for (const [name, text, expected] of shapes) {
      const path = file(name, text);
      await editConfigFile(path, { kind: "add", name: "b", server: { command: "run" } }, env());
      expect(read(path)).toMatch(expected);
      const config = await loadConfig({ env: env(), cwd: folder, configFiles: [path] });
      expect([...config.servers.keys()]).toEqual(["a", "b"]);
      await editConfigFile(path, { kind: "remove", name: "b" }, env());
      expect(read(path)).toBe(text);
    }
  });

  it("uses the word for a field that the file already has", async () => {
    const path = file("a.json", `{"mcpServers": {"a": {"httpUrl": "http://x"}}}`);
    await editConfigFile(path, { kind: "set", name: "a", field: "url", value: "http://y" }, env());
    expect(read(path)).toBe(`{"mcpServers": {"a": {"httpUrl": "http://y"}}}`);
  });

  it("keeps a byte order mark and Windows line ends", async () => {
    const path = file(
      "a.json",
      `\uFEFF{\r\n  "mcpServers": {\r\n    "a": {\r\n      "command": "x"\r\n    }\r\n  }\r\n}\r\n`,
    );
    await editConfigFile(path, { kind: "set", name: "a", field: "enabled", value: false }, env());
    expect(read(path)).toMatch(/^\uFEFF\{\r\n/);
    expect(read(path).replaceAll("\r\n", "")).not.toContain("\n");
  });

  it.each([
    ["broken", `{"mcpServers": {`, "config"],
    ["of an unknown name", `{"mcpServers": {}}`, "not-found"],
  ])("refuses to touch a file that is %s", async (_what, text, code) => {
    const path = file("a.json", text);
    await expect(editConfigFile(path, { kind: "remove", name: "x" }, env())).rejects.toMatchObject({ code });
    expect(read(path)).toBe(text);
  });

  it.each(FORMATS)("writes any server so that it is read back the same: %s", async (format) => {
    const text = fc
      .string({ unit: "grapheme", maxLength: 12 })
      .filter((value) => value.isWellFormed() && !/[\0${]|^env:/.test(value));
    const name = text.filter(
      (value) => value.trim() !== "" && value !== "__proto__" && !/\p{Cc}/u.test(value),
    );
    const server = fc.record({
      command: text.filter((value) => value.trim() !== ""),
      args: fc.array(text, { maxLength: 4 }),
      env: fc.dictionary(
        text.filter((key) => key !== "__proto__"),
        text,
        { maxKeys: 3 },
      ),
      timeout: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      enabled: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(name, server), { selector: ([key]) => key, maxLength: 3 }),
        async (servers) => {
          const path = join(folder, `round.${format}`);
          rmSync(path, { force: true });
          for (const [key, value] of servers) {
            await editConfigFile(
              path,
              { kind: "add", name: key, server: value as unknown as WrittenServer },
              env(),
            );
          }
          if (servers.length === 0) return;
          const config = await loadConfig({
            env: env(),
            cwd: folder,
            configFiles: [path],
            onlyConfigFiles: true,
          });
          for (const [key, value] of servers) {
            const found = config.servers.get(key);
            expect(found?.status).toBe("valid");
            expect(found?.status === "valid" && found.definition).toMatchObject(value);
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  it("switches a server that another client's word keeps off", async () => {
    const path = file("a.json", `{"mcpServers": {"a": {"command": "x", "disabled": true}}}`);
    await editConfigFile(path, { kind: "set", name: "a", field: "enabled", value: true }, env());
    expect(read(path)).toBe(`{"mcpServers": {"a": {"command": "x", "disabled": false}}}`);
    await editConfigFile(path, { kind: "set", name: "a", field: "enabled", value: false }, env());
    expect(read(path)).toBe(`{"mcpServers": {"a": {"command": "x", "disabled": true}}}`);
  });

  it.each([
    ["a.json", "// mine"],
    ["a.yaml", "# mine\n"],
    ["a.toml", "# mine\n\n"],
  ])("adds to a file that holds comments alone: %s", async (name, text) => {
    const path = file(name, text);
    await editConfigFile(path, { kind: "add", name: "b", server: { command: "run" } }, env());
    expect(read(path)).toMatch(/^(?:#|\/\/) mine\n/);
    const config = await loadConfig({ env: env(), cwd: folder, configFiles: [path] });
    expect([[...config.servers.keys()], config.problems]).toEqual([["b"], []]);
  });

  it("adds to VS Code's servers and to a bare map in their own place", async () => {
    for (const [text, expected] of [
      [`{"servers": {"a": {"command": "x"}}}`, ["servers"]],
      [`{"a": {"command": "x"}}`, ["a", "b"]],
    ] as const) {
      const path = file("c.json", text);
      await editConfigFile(path, { kind: "add", name: "b", server: { command: "run" } }, env());
      expect(Object.keys(JSON.parse(read(path)) as object)).toEqual(expected);
      const config = await loadConfig({ env: env(), cwd: folder, configFiles: [path] });
      expect([...config.servers.keys()]).toEqual(["a", "b"]);
    }
  });
});
