/** `tackle add NAME -- COMMAND ARGS…` and `tackle add NAME URL`. */
import type { WrittenServer } from "../../config/edit-file.ts";
import { TackleError } from "../../errors.ts";
import { splitWords } from "../../util/split-words.ts";
import { addServer, PLACE_OPTIONS } from "../add-server.ts";
import type { Command, Invocation } from "../command.ts";

export const addCommand: Command = {
  usage: ["add NAME -- COMMAND ARGS…", "add NAME URL", `add NAME --command "COMMAND ARGS…"`],
  description:
    "Adds a server to the configuration. Nothing is started.\n" +
    "Write ${VAR} for what is secret or differs between machines: it is stored as it is and replaced at start.",
  options: {
    ...PLACE_OPTIONS,
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
    timeout: { type: "string", value: "MS", description: "Milliseconds a call may take (default 30000)" },
    description: { type: "string", value: "TEXT", description: "What it is for" },
    include: { type: "string", multiple: true, value: "GLOB", description: "Offer only these tools" },
    exclude: { type: "string", multiple: true, value: "GLOB", description: "Never offer these tools" },
    lazy: { type: "boolean", description: "Start it at the first call" },
    trust: { type: "boolean", description: "Do not ask before its tools are called" },
    disabled: { type: "boolean", description: "Add it switched off" },
  },
  examples: [
    [
      "tackle add files -- npx -y @modelcontextprotocol/server-filesystem ~/notes",
      "a program on this machine",
    ],
    ["tackle add docs https://example.com/mcp -H 'Authorization: Bearer ${DOCS_TOKEN}'", "a remote server"],
    [`tackle add files --command "npx -y server '/my folder'"`, "a command in one string"],
    [
      "tackle add db --scope project -e 'DB_URL=${DB_URL}' -- npx -y db-server",
      "for everyone in this project",
    ],
  ],
  async run(invocation) {
    const [name, ...words] = invocation.words;
    if (name === undefined) throw usage("The name of the server is missing");
    return addServer(invocation, name, serverFrom(invocation, words));
  },
};

function serverFrom(invocation: Invocation, words: readonly string[]): WrittenServer {
  const { options } = invocation;
  const transport = options.text("transport");
  return defined({
    ...(transport === undefined ? undefined : { type: transport }),
    ...targetFrom(invocation, words),
    env: pairs(options.texts("env"), "--env", /^([^=]+)=([\s\S]*)$/),
    headers: pairs(options.texts("header"), "--header", /^([^:=]+)[:=]\s*([\s\S]*)$/),
    cwd: options.text("cwd"),
    timeout: milliseconds(options.text("timeout")),
    description: options.text("description"),
    includeTools: nonEmpty(options.texts("include")),
    excludeTools: nonEmpty(options.texts("exclude")),
    connect: options.flag("lazy") ? "lazy" : undefined,
    trust: options.flag("trust") ? true : undefined,
    enabled: options.flag("disabled") ? false : undefined,
  });
}

/** A URL, a command after `--`, a command in one string, or the words themselves. */
function targetFrom({ options, rest }: Invocation, words: readonly string[]): WrittenServer {
  const line = options.text("command");
  const given = [line !== undefined, rest !== undefined, words.length > 0].filter(Boolean).length;
  if (options.text("transport") === "inprocess" && given === 0) return {};
  if (given > 1) throw usage("The server is given in more than one way");
  const [target, ...args] = line === undefined ? (rest ?? words) : splitWords(line);
  if (target === undefined) throw usage("What should the server run, or where is it?");
  if (isRemote(target, options.text("transport"))) {
    if (args.length > 0) throw usage(`Too many words after the URL: ${args.join(" ")}`);
    return { url: target };
  }
  return args.length === 0 ? { command: target } : { command: target, args };
}

function isRemote(target: string, transport: string | undefined): boolean {
  return (
    transport === "http" ||
    transport === "sse" ||
    (transport === undefined && /^(https?:\/\/|\$\{)/i.test(target))
  );
}

function pairs(
  texts: readonly string[],
  option: string,
  pattern: RegExp,
): Record<string, string> | undefined {
  const found = texts.map((text) => {
    const [, key, value] = pattern.exec(text) ?? [];
    if (key === undefined || value === undefined) throw usage(`${option} '${text}' has no value`);
    return [key.trim(), value] as const;
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function milliseconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9][0-9]{0,9}$/.test(text))
    throw usage(`--timeout must be a number of milliseconds, not '${text}'`);
  return Number(text);
}

function nonEmpty(texts: readonly string[]): readonly string[] | undefined {
  return texts.length === 0 ? undefined : texts;
}

function defined(fields: Readonly<Record<string, WrittenServer[string] | undefined>>): WrittenServer {
  return Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, WrittenServer[string]] => entry[1] !== undefined,
    ),
  );
}

function usage(message: string): TackleError {
  const hint = "Usage: tackle add NAME -- COMMAND ARGS…   or: tackle add NAME URL";
  return new TackleError({ code: "usage", message, hint });
}
