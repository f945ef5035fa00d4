/** What `tackle add` was given to reach the server: a web address, a command after `--`, one in a string, or plain words. */
import type { WrittenServer } from "../../../config/edit-file.ts";
import { TackleError } from "../../../errors.ts";
import { findProgram } from "../../../util/find-program.ts";
import { quoteWords, splitWords } from "../../../util/split-words.ts";
import type { Invocation } from "../../command.ts";

export interface GivenTarget {
  readonly invocation: Invocation;
  readonly name: string;
  /** Those after the name and before `--`. */
  readonly words: readonly string[];
}

export function targetFrom(given: GivenTarget): WrittenServer {
  const { options, rest } = given.invocation;
  const { words } = given;
  const line = options.text("command");
  const transport = options.text("transport");
  const type = transport === undefined ? {} : { type: transport };
  const ways = [line !== undefined, rest !== undefined, words.length > 0].filter(Boolean).length;
  if (ways > 1) throw addUsage("The server is given in more than one way");
  const [target, ...args] = line === undefined ? (rest ?? words) : splitWords(line);
  if (target === undefined || target === "") throw whatToRun(given.name);
  const isCommand = line !== undefined || rest !== undefined;
  if (isRemote(target, { transport, isCommand, isAlone: args.length === 0 })) {
    if (args.length > 0) throw addUsage(`Too many words after the URL: ${args.join(" ")}`);
    return { ...type, url: target };
  }
  if (!isCommand) refuseAddress(target, given);
  return args.length === 0 ? { ...type, command: target } : { ...type, command: target, args };
}

interface TargetForm {
  readonly transport: string | undefined;
  /** It was given as a command, so that only a plain web address is none. */
  readonly isCommand: boolean;
  readonly isAlone: boolean;
}

function isRemote(target: string, { transport, isCommand, isAlone }: TargetForm): boolean {
  const isWebAddress = /^https?:\/\//i.test(target);
  if (transport === "http" || transport === "sse") return true;
  if (transport !== undefined) {
    if (isWebAddress)
      throw addUsage(`'${target}' is a web address, which --transport ${transport} cannot reach`);
    return false;
  }
  return isWebAddress || (!isCommand && isAlone && target.startsWith("${"));
}

/** `ftp://x` and `example.com/mcp` would be stored as programs and fail later, far from here. */
function refuseAddress(target: string, { name, invocation }: GivenTarget): void {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(target)) {
    throw addUsage(
      `'${target}' is not an address that Tacklebox can connect to: it must begin with https:// or http://`,
    );
  }
  const looksLikeAddress = /^(localhost|[\w-]+(\.[\w-]+)+)(:\d+(\/|$)|\/)/i.test(target);
  const { cwd, env } = invocation.surroundings;
  if (!looksLikeAddress || findProgram(target, { path: env["PATH"], cwd }).kind !== "missing") return;
  const scheme = /^(localhost|127\.)/i.test(target) ? "http" : "https";
  throw new TackleError({
    code: "usage",
    message: `'${target}' is neither a program here nor a web address with its beginning`,
    hint: `For the address: tackle add ${quoteWords([name])} ${scheme}://${target}   for a command: put '--' before it.`,
  });
}

function whatToRun(name: string): TackleError {
  return /^https?:\/\//i.test(name)
    ? addUsage(`The name of a server is missing before '${name}'`)
    : addUsage(`It is not said what server '${name}' should run, or where it is`);
}

export const ADD_USAGE =
  "Usage: tackle add NAME -- COMMAND ARGS…   or: tackle add NAME URL   or: tackle add BUILTIN|PRESET";

export function addUsage(message: string): TackleError {
  const hint = ADD_USAGE;
  return new TackleError({ code: "usage", message, hint });
}
