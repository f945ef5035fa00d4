import { expect, it } from "vitest";
import { serversMeant } from "./servers-meant.ts";

const SERVERS = ["files", "files.old", "my server", "echo"];

it.each([
  ["files.read", ["files"]],
  ["files/read", ["files"]],
  ["files::read", ["files"]],
  ["read@files", ["files"]],
  ["mcp__files__read", ["files"]],
  ["mcp_files_read", ["files"]],
  ["files.old.read", ["files", "files.old"]],
  ["mcp__my_server__read_2abcdefg", ["my server"]],
  ["read", []],
  ["files", []],
  ["filesystem.read", []],
  ["nobody.read", []],
])("takes %s for a tool of %j", (name, servers) => {
  expect(serversMeant(name, SERVERS)).toEqual(servers);
});
