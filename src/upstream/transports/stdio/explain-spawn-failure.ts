/**
 * Why a program could not be started, in words that name the thing to fix. The operating system says ENOENT for a
 * missing program, a missing folder and a missing interpreter alike; we look again to tell them apart.
 */
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { messageOf, systemCodeOf, TackleError } from "../../../errors.ts";
import type { ServerProgram } from "./spawn-server.ts";

/** Turns what `spawn` threw into an error for the reader. */
export async function explainSpawnFailure(program: ServerProgram, cause: unknown): Promise<TackleError> {
  const { reason, hint } = await explain(program, cause);
  const message = `Server '${program.server}' could not be started: ${reason}`;
  return new TackleError({ code: "connection", message, hint, cause, server: program.server });
}

interface Explanation {
  readonly reason: string;
  readonly hint: string;
}

async function explain(program: ServerProgram, cause: unknown): Promise<Explanation> {
  const { command, cwd } = program;
  switch (systemCodeOf(cause)) {
    case "ENOENT":
    case "ENOTDIR":
      return await explainMissing(program);
    case "EACCES":
    case "EPERM":
      return await explainForbidden(program);
    case "E2BIG":
      return { reason: "its arguments and environment are too long", hint: "Shorten `args` or `env`." };
    case "EMFILE":
    case "ENFILE":
    case "EAGAIN":
    case "ENOMEM":
      return {
        reason: `the system has no room for another process (${systemCodeOf(cause)})`,
        hint: "Stop some servers or raise the limits on processes and open files (ulimit -u, ulimit -n).",
      };
    case "ERR_INVALID_ARG_VALUE":
    case "ERR_INVALID_ARG_TYPE":
      return { reason: messageOf(cause), hint: "Check command, args, env and cwd of the server." };
    default:
      return {
        reason: `${messageOf(cause)} (command '${command}'${cwd === undefined ? "" : `, cwd '${cwd}'`})`,
        hint: "Run the command by hand to see what is wrong with it.",
      };
  }
}

async function explainMissing(program: ServerProgram): Promise<Explanation> {
  const { command, cwd } = program;
  if (cwd !== undefined && (await kindOf(cwd)) !== "folder") {
    return {
      reason: `its folder '${cwd}' does not exist`,
      hint: "Create the folder or correct 'cwd'.",
    };
  }
  if (isPath(command) && (await kindOf(resolve(cwd ?? ".", command))) !== "missing") {
    return {
      reason: `'${command}' exists, but the interpreter or loader that it names does not`,
      hint: "Check the first line of the script (#!…), or whether the program was built for this system.",
    };
  }
  return {
    reason: `the program '${command}' was not found`,
    hint: isPath(command)
      ? "Check the path in 'command'."
      : `Install '${command}' or check that PATH names its folder; a full path in 'command' also works.`,
  };
}

async function explainForbidden(program: ServerProgram): Promise<Explanation> {
  const { command, cwd } = program;
  const kind = isPath(command) ? await kindOf(resolve(cwd ?? ".", command)) : "missing";
  if (kind === "folder") {
    return { reason: `'${command}' is a folder`, hint: "Name the program in 'command'." };
  }
  return {
    reason: `'${command}' is not executable for this user`,
    hint: kind === "file" ? `Run: chmod +x ${command}` : "Check the permissions of the program and of 'cwd'.",
  };
}

function isPath(command: string): boolean {
  return command.includes("/") || (process.platform === "win32" && command.includes("\\"));
}

async function kindOf(path: string): Promise<"file" | "folder" | "missing"> {
  try {
    return (await stat(path)).isDirectory() ? "folder" : "file";
  } catch {
    // Not there, or not visible to us: the same to the person who has to fix it.
    return "missing";
  }
}
