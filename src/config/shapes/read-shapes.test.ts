import { describe, expect, it } from "vitest";
import { jsonFormat } from "../formats/json.ts";
import { readShapes, shapesOf } from "./read-shapes.ts";

const read = (value: unknown) => readShapes(jsonFormat.parse(JSON.stringify(value)));
const names = (value: unknown) => read(value).servers.map(({ name }) => name);
const problems = (value: unknown) => read(value).problems.map(({ field, fix }) => [field, fix]);

const server = { command: "x" };

describe("misspelt keys outside of servers", () => {
  it.each([
    [{ mcpServer: { a: server } }, "mcpServer", "mcpServers"],
    [{ mcpServers: {}, polcy: [] }, "polcy", "policy"],
    [{ mcp: { enabld: false, servers: { a: server } } }, "mcp.enabld", "enabled"],
    [{ mcp: { servers: { a: server }, globalSetings: {} } }, "mcp.globalSetings", "globalSettings"],
    [{ mcp: { enabld: false, servers: [{ name: "a", ...server }] } }, "mcp.enabld", "enabled"],
    [{ mcp: { enabld: false, a: server } }, "mcp.enabld", "enabled"],
    [{ mcp: { globalSetings: { timeout: 5 }, a: server } }, "mcp.globalSetings", "globalSettings"],
    [{ tools: { builtn: ["echo"], mcp_servers: [] } }, "tools.builtn", "builtin"],
    [{ tools: { mcp_server: [] } }, "tools.mcp_server", "mcp_servers"],
  ])("are reported with the nearest key: %j", (file, field, nearest) => {
    expect(problems(file)).toEqual([[field, `Did you mean '${nearest}'?`]]);
  });

  it("are not seen in a server whose name resembles a setting", () => {
    expect(names({ mcp: { enable: server, servers: { command: "y" } } })).toEqual(["enable", "servers"]);
    expect(problems({ mcp: { enable: server } })).toEqual([]);
  });

  it.each([
    { $schema: "x", mcpServers: {} },
    { mcpServers: {}, inputs: [], projects: {} },
    { mcpServers: {}, tools: { core: [] } },
  ])("are not seen in the keys of others: %j", (file) => {
    expect(problems(file)).toEqual([]);
  });
});

it.each([
  [{ mcpServers: {}, settings: [] }, "settings"],
  [{ mcpServers: {}, settings: "x" }, "settings"],
  [{ mcpServers: {}, mcp: 5 }, "mcp"],
  [{ mcpServers: {}, tools: ["a"] }, "tools"],
  [{ mcp: { servers: { a: server }, globalSettings: 5 } }, "mcp.globalSettings"],
  [{ mcp: { a: server, globalSettings: 5 } }, "mcp.globalSettings"],
])("reports what is no map where a map must be: %j", (file, field) => {
  expect(read(file).problems).toMatchObject([
    { field, message: expect.stringContaining(`'${field}' must be a map, not `) },
  ]);
});

describe("VS Code's servers", () => {
  it("are read, with what is wrong in one said of that one", () => {
    expect(names({ servers: { a: server, b: { comand: "y" } }, inputs: [{ id: "k" }] })).toEqual(["a", "b"]);
    expect(problems({ servers: { a: server, b: { comand: "y" } }, inputs: [] })).toEqual([]);
    expect(problems({ servers: {}, inputs: [] })).toEqual([]);
  });

  it.each([{ servers: { a: "x" } }, { servers: { a: { host: "x" } } }, { servers: [] }])(
    "are not taken from what holds no servers: %j",
    (file) => {
      expect(names(file)).toEqual([]);
      expect(problems(file)).toEqual([["servers", "Did you mean 'mcpServers'?"]]);
    },
  );
});

describe("a bare map", () => {
  it("is read when every value is a server", () => {
    expect(names({ a: server, b: { url: "http://x" }, c: { type: "inprocess" } })).toEqual(["a", "b", "c"]);
    expect(names({ mcp: { command: "x", env: { A: "1" } }, tools: server })).toEqual(["mcp", "tools"]);
    expect(problems({ mcp: server, policies: server })).toEqual([]);
  });

  it("is not taken from a file of something else, or beside another shape", () => {
    expect(names({ a: server, b: 5 })).toEqual([]);
    expect(names({ a: { type: "object" } })).toEqual([]);
    expect(problems({ a: server, b: 5 })).toEqual([["mcpServers", expect.stringContaining("Write")]]);
    expect(names({ a: server, mcpServers: { b: server } })).toEqual(["b"]);
    expect(shapesOf(jsonFormat.parse("{}"))).toEqual([]);
  });
});

it("reads other clients' words for url and enabled", () => {
  const [windsurf] = read({ mcpServers: { a: { serverUrl: "http://x", disabled: true } } }).servers;
  expect(windsurf?.fields).toMatchObject([
    { key: "url", written: "serverUrl" },
    { key: "enabled", written: "disabled", value: { value: false } },
  ]);
});
