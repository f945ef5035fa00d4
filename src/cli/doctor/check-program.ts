/** Would the program of a server start? It and its folder must exist, and it must be allowed to run. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { StdioServer } from "../../types.ts";
import { findProgram } from "../../util/find-program.ts";
import { quoteWords } from "../../util/split-words.ts";
import type { Check } from "./check.ts";

export function checkProgram(server: StdioServer, machinePath: string | undefined): Omit<Check, "name"> {
  const { command, cwd } = server;
  const folder = statSync(cwd, { throwIfNoEntry: false });
  if (folder?.isDirectory() !== true) {
    const what = folder === undefined ? "does not exist" : "is not a folder";
    return { result: "broken", message: `its folder ${cwd} ${what}`, fix: "Create it, or correct 'cwd'." };
  }
  const path = server.env["PATH"] ?? machinePath;
  const found = findProgram(command, { path, cwd });
  if (found.kind === "found") return { result: "ok", message: found.file };
  if (found.kind === "not-executable") {
    const fix = `chmod +x ${quoteWords([found.file])}`;
    return { result: "broken", message: `${found.file} may not be run`, fix };
  }
  const file = resolve(cwd, command);
  if (/[/\\]/.test(command) && statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) {
    const fix = "Name the program in it in 'command'.";
    return { result: "broken", message: `its command ${file} is a folder`, fix };
  }
  const message = `the program '${command}' was not found`;
  return { result: "broken", message, fix: fixForMissing(command, { path, cwd }) };
}

/** A whole command line in 'command' is the usual mistake; but a path may have spaces, too. */
function fixForMissing(command: string, search: { path: string | undefined; cwd: string }): string {
  const [program = "", ...rest] = command.trim().split(/\s+/);
  const isLine = rest.length > 0 && (!/[/\\]/.test(program) || findProgram(program, search).kind === "found");
  return isLine
    ? `Put '${program}' in 'command' and the rest in 'args'.`
    : "Install it, or write its full path in 'command'.";
}
