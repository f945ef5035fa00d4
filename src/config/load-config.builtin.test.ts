import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { editConfigFile } from "./edit-file.ts";
import {
  messages,
  options,
  place,
  projectFile,
  server,
  userFile,
  useConfigHome,
} from "./fixtures/config-home.ts";
import { loadConfig } from "./load-config.ts";

useConfigHome();

const userPath = (name: string) => join(place.home, ".config/tacklebox", name);
const names = async (rest = {}) => [...(await loadConfig(options(rest))).servers.keys()];

describe("the list 'builtin'", () => {
  it.each([
    ["config.json", `{"settings": {"builtin": ["filesystem", "search"]}}`],
    ["config.yaml", "tools:\n  builtin: [filesystem, search]\n"],
    ["config.toml", `[settings]\nbuiltin = ["filesystem", "search"]\n`],
  ])("offers the servers it names, in %s", async (name, text) => {
    userFile(name, text);
    const config = await loadConfig(options());
    expect(messages(config)).toEqual([]);
    expect([...config.servers.keys()]).toEqual(["filesystem", "search"]);
    expect(server(config, "search")).toMatchObject({
      status: "valid",
      origin: { scope: "user", file: userPath(name) },
      definition: { type: "inprocess", builtin: "search", cwd: place.project, options: {}, enabled: true },
    });
  });

  it("yields to an entry of the server's own, wherever that stands", async () => {
    userFile(
      "config.json",
      `{"settings": {"builtin": ["edit"]}, "mcpServers": {"edit": {"type": "inprocess", "timeout": 5}}}`,
    );
    expect(server(await loadConfig(options()), "edit")).toMatchObject({ definition: { timeout: 5 } });
  });

  it("counts from the highest source that has it, so that an empty list switches all off", async () => {
    userFile("config.json", `{"settings": {"builtin": ["edit", "search"]}}`);
    const embedded = (builtin: string[]) => ({ embedded: JSON.stringify({ settings: { builtin } }) });
    expect(await names()).toEqual(["edit", "search"]);
    expect(await names(embedded(["filesystem"]))).toEqual(["filesystem"]);
    expect(await names(embedded([]))).toEqual([]);
  });

  it("is not for a project's file to decide", async () => {
    projectFile("tackle.yaml", "tools:\n  builtin: [filesystem]\n");
    const config = await loadConfig(options());
    expect([...config.servers.keys()]).toEqual([]);
    expect(messages(config)).toEqual(["'builtin' is ignored: a project's file cannot decide this for you"]);
  });

  it("loses a name by an edit, but has no place for a field", async () => {
    userFile("config.json", `{"settings": {"builtin": ["edit", "search"]}}`);
    const path = userPath("config.json");
    const { env } = options();
    const setting = editConfigFile(path, { kind: "set", name: "edit", field: "enabled", value: false }, env);
    await expect(setting).rejects.toMatchObject({
      code: "config",
      hint: expect.stringContaining("tackle remove edit"),
    });
    await editConfigFile(path, { kind: "remove", name: "edit" }, env);
    expect(readFileSync(path, "utf8")).toBe(`{"settings": {"builtin": ["search"]}}`);
    await expect(editConfigFile(path, { kind: "remove", name: "edit" }, env)).rejects.toMatchObject({
      code: "not-found",
    });
  });
});

describe("the options of a built-in server", () => {
  it("are texts, numbers, switches and lists, with variables replaced", async () => {
    const own = `{"roots": ["\${HOME}/notes", "./b"], "limit": 5, "strict": true}`;
    userFile(
      "config.json",
      `{"mcpServers": {"notes": {"builtin": "filesystem", "cwd": "deep", "options": ${own}}}}`,
    );
    const notes = server(await loadConfig(options()), "notes");
    expect(notes).toMatchObject({
      definition: {
        type: "inprocess",
        builtin: "filesystem",
        cwd: join(place.project, "deep"),
        options: { roots: [`${place.home}/notes`, "./b"], limit: 5, strict: true },
      },
      subject: { builtin: "filesystem", options: { roots: ["${HOME}/notes", "./b"] } },
    });
  });

  it("are part of what a person approves, and so is the folder", async () => {
    const subject = async () => {
      const found = server(await loadConfig(options()), "files");
      return found.status === "valid" ? found.subject : undefined;
    };
    projectFile(".mcp.json", `{"mcpServers": {"files": {"builtin": "filesystem"}}}`);
    expect(await subject()).toEqual({ type: "inprocess", builtin: "filesystem", cwd: place.project });
    projectFile(
      ".mcp.json",
      `{"mcpServers": {"files": {"builtin": "filesystem", "options": {"roots": ["/"]}}}}`,
    );
    expect(await subject()).toMatchObject({ options: { roots: ["/"] } });
  });

  it("are refused where they are no map of plain values", async () => {
    userFile(
      "config.json",
      `{"mcpServers": {"a": {"builtin": "edit", "options": ["x"]}, "b": {"builtin": "edit", "options": {"c": {"d": 1}}}}}`,
    );
    expect(messages(await loadConfig(options()))).toEqual([
      "'options' of server 'a' must be a map, not a list",
      "'options.c' of server 'b' must be a string, not a map",
    ]);
  });

  it("have no meaning for other servers", async () => {
    userFile("config.json", `{"mcpServers": {"a": {"command": "x", "options": {}}}}`);
    expect(messages(await loadConfig(options()))).toHaveLength(1);
  });
});
