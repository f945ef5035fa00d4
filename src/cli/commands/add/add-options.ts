/** The options of `tackle add` that say what the server is like. */
import { CALL_TIMEOUT_OPTION } from "../../call-timeout.ts";
import type { Option } from "../../command.ts";

export const ADD_OPTIONS = {
  transport: {
    type: "string",
    short: "t",
    value: "TYPE",
    choices: ["stdio", "http", "sse", "inprocess"],
    description: "stdio, http, sse or inprocess (default: by what is given)",
  },
  command: {
    type: "string",
    value: "LINE",
    description: "Program and arguments in one string; quotes as in a shell, no expansion",
  },
  env: {
    type: "string",
    short: "e",
    multiple: true,
    value: "K=V",
    description: "A variable for the server",
  },
  header: {
    type: "string",
    short: "H",
    multiple: true,
    value: "'K: V'",
    description: "A header for a remote server",
  },
  cwd: { type: "string", value: "DIR", description: "The folder it runs in" },
  timeout: {
    ...CALL_TIMEOUT_OPTION.timeout,
    description: `${CALL_TIMEOUT_OPTION.timeout.description} (default: 30s)`,
  },
  description: { type: "string", value: "TEXT", description: "What it is for" },
  include: { type: "string", multiple: true, value: "GLOB", description: "Offer only these tools" },
  exclude: { type: "string", multiple: true, value: "GLOB", description: "Never offer these tools" },
  lazy: { type: "boolean", description: "Start it at the first call" },
  trust: { type: "boolean", description: "Do not ask before its tools are called" },
  disabled: { type: "boolean", description: "Add it switched off" },
  builtin: {
    type: "string",
    value: "NAME",
    description: "Use this built-in server, under the name that is given",
  },
  preset: {
    type: "string",
    value: "NAME",
    description: "Use this well-known server, under the name that is given",
  },
  set: {
    type: "string",
    multiple: true,
    value: "K=V",
    description: "Answer what a preset or a server.json asks for",
  },
  from: {
    type: "string",
    value: "FILE|URL",
    description: "Add what a server.json of the MCP Registry describes",
  },
  package: {
    type: "string",
    value: "N",
    description: "Which of its packages and addresses (default: the first)",
  },
  yes: { type: "boolean", description: "Add what comes from elsewhere without asking" },
} as const satisfies Record<string, Option>;
