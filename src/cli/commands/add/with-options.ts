/** The options of `tackle add` that say what a server is like, put on top of what it runs or where it is. */
import { join, resolve } from "node:path";
import type { WrittenServer } from "../../../config/edit-file.ts";
import { isValueMap } from "../../../config/formats/node.ts";
import type { LoadOptions } from "../../../config/load-config.ts";
import { homeFolder } from "../../../util/paths.ts";
import { readCallTimeout } from "../../call-timeout.ts";
import type { Invocation, OptionValues } from "../../command.ts";
import { addUsage } from "./add-target.ts";

export function withOptions(target: WrittenServer, { options, surroundings }: Invocation): WrittenServer {
  refuseMisfits(target, options);
  return defined({
    ...target,
    env: merged(target["env"], pairs(options.texts("env"), "--env", /^([^=]+)=([\s\S]*)$/)),
    headers: merged(
      target["headers"],
      pairs(options.texts("header"), "--header", /^([^:=]+)[:=]\s*([\s\S]*)$/),
    ),
    cwd: absolutePath(options.text("cwd"), surroundings) ?? target["cwd"],
    timeout: readCallTimeout(options),
    description: options.text("description"),
    includeTools: nonEmpty(options.texts("include")),
    excludeTools: nonEmpty(options.texts("exclude")),
    connect: options.flag("lazy") ? "lazy" : undefined,
    trust: options.flag("trust") ? true : undefined,
    enabled: options.flag("disabled") ? false : undefined,
  });
}

function merged(
  before: WrittenServer[string] | undefined,
  added: Record<string, string> | undefined,
): WrittenServer[string] | undefined {
  return added === undefined ? before : { ...(isValueMap(before) ? before : {}), ...added };
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

/** A server is started from many folders, so a relative path would mean something else each time. */
export function absolutePath(path: string, { cwd, env }: LoadOptions): string;
export function absolutePath(path: string | undefined, { cwd, env }: LoadOptions): string | undefined;
export function absolutePath(path: string | undefined, { cwd, env }: LoadOptions): string | undefined {
  if (path === undefined || path.startsWith("${")) return path;
  const home = homeFolder(env);
  const isInHome = home !== undefined && (path === "~" || path.startsWith("~/"));
  return isInHome ? join(home, path.slice(2)) : resolve(cwd, path);
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
