/** `tackle add NAME -- COMMAND ARGS…` and `tackle add NAME URL`. */
import { join, resolve } from "node:path";
import type { WrittenServer } from "../../config/edit-file.ts";
import type { LoadOptions } from "../../config/load-config.ts";
import { homeFolder } from "../../util/paths.ts";
import { addServer, PLACE_OPTIONS } from "../add-server.ts";
import type { Command, Invocation, OptionValues } from "../command.ts";
import { ADD_OPTIONS } from "./add/add-options.ts";
import { addUsage, targetFrom } from "./add/add-target.ts";

export const addCommand: Command = {
  usage: ["add NAME -- COMMAND ARGS…", "add NAME URL", `add NAME --command "COMMAND ARGS…"`],
  description:
    "Adds a server to the configuration. Nothing is started. Everything after '--' is its command, exactly as you type it.\n" +
    "Write ${VAR} for what is secret or differs between machines: it is stored as it is and replaced at start.",
  options: { ...PLACE_OPTIONS, ...ADD_OPTIONS },
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
    if (name === undefined) throw addUsage("The name of the server is missing");
    return addServer(invocation, name, serverFrom(invocation, name, words));
  },
};

function serverFrom(invocation: Invocation, name: string, words: readonly string[]): WrittenServer {
  const { options, surroundings } = invocation;
  const target = targetFrom({ invocation, name, words });
  refuseMisfits(target, options);
  return defined({
    ...target,
    env: pairs(options.texts("env"), "--env", /^([^=]+)=([\s\S]*)$/),
    headers: pairs(options.texts("header"), "--header", /^([^:=]+)[:=]\s*([\s\S]*)$/),
    cwd: absoluteFolder(options.text("cwd"), surroundings),
    timeout: milliseconds(options.text("timeout")),
    description: options.text("description"),
    includeTools: nonEmpty(options.texts("include")),
    excludeTools: nonEmpty(options.texts("exclude")),
    connect: options.flag("lazy") ? "lazy" : undefined,
    trust: options.flag("trust") ? true : undefined,
    enabled: options.flag("disabled") ? false : undefined,
  });
}

/** What would do nothing on this kind of server is a mistake, and often one of the kind. */
function refuseMisfits(target: WrittenServer, options: OptionValues): void {
  const [kind, fitting] = kindOf(target);
  const misfit = ["env", "cwd", "header"].find((name) => {
    const isGiven = options.text(name) !== undefined || options.texts(name).length > 0;
    return isGiven && !fitting.includes(name);
  });
  if (misfit !== undefined) throw addUsage(`--${misfit} has no meaning for ${kind}`);
}

function kindOf(target: WrittenServer): readonly [string, readonly string[]] {
  if (Object.hasOwn(target, "url")) return ["a remote server, which takes --header", ["header"]];
  if (Object.hasOwn(target, "command")) return ["a program, which takes --env and --cwd", ["env", "cwd"]];
  return ["a built-in server, which takes --cwd", ["cwd"]];
}

/** A server is started from many folders, so a relative one would mean something else each time. */
function absoluteFolder(folder: string | undefined, { cwd, env }: LoadOptions): string | undefined {
  if (folder === undefined || folder.startsWith("${")) return folder;
  const home = homeFolder(env);
  const isInHome = home !== undefined && (folder === "~" || folder.startsWith("~/"));
  return isInHome ? join(home, folder.slice(2)) : resolve(cwd, folder);
}

function pairs(
  texts: readonly string[],
  option: string,
  pattern: RegExp,
): Record<string, string> | undefined {
  const found = texts.map((text) => {
    const [, key, value] = pattern.exec(text) ?? [];
    // Not the text itself: it may be a secret whose name was forgotten.
    if (key === undefined || value === undefined)
      throw addUsage(`${option} '${shortened(text)}' has no value`);
    return [key.trim(), value] as const;
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function shortened(text: string): string {
  return text.length > 24 ? `${text.slice(0, 8)}…` : text;
}

function milliseconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9][0-9]{0,9}$/.test(text))
    throw addUsage(`--timeout must be a number of milliseconds, not '${text}'`);
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
