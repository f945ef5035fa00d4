/** Writes and removes the files of scripts. They may hold what nobody else should read, so only their owner may. */
import { unlink } from "node:fs/promises";
import { join } from "node:path";
import { TackleError } from "../../errors.ts";
import { atomicWrite } from "../../util/atomic-write.ts";
import { nearest } from "../../util/nearest.ts";
import { scriptFiles } from "./script-folder.ts";
import { readHeader, writeHeader } from "./script-header.ts";
import { isScriptName, MOST_SCRIPT_BYTES, NAME_RULE, type ScriptHeader } from "./script.ts";

export interface NewScript {
  readonly name: string;
  readonly language: "ts" | "js";
  /** May have a header already; what is given here replaces what that says. */
  readonly code: string;
  readonly header: Partial<ScriptHeader>;
  /** Replace a script of the same name. */
  readonly isReplacing: boolean;
}

/** The file that was written. */
export async function saveScript(folder: string, script: NewScript): Promise<string> {
  const { name, language, isReplacing } = script;
  if (!isScriptName(name))
    throw new TackleError({ code: "usage", message: `'${name}' cannot be a script's name`, hint: NAME_RULE });
  const others = filesOf(folder, name);
  if (others.length > 0 && !isReplacing)
    throw new TackleError({
      code: "conflict",
      message: `There is a script '${name}' already: ${join(folder, others[0] ?? "")}`,
      hint: "Choose another name, or replace it with --force.",
    });
  const text = textOf(script);
  if (Buffer.byteLength(text) > MOST_SCRIPT_BYTES)
    throw new TackleError({
      code: "usage",
      message: `The script '${name}' has more than ${MOST_SCRIPT_BYTES} bytes`,
      hint: "Let it get its data from tools instead of holding it.",
    });
  const file = `${name}.${language}`;
  await atomicWrite(join(folder, file), text, {
    mode: 0o600,
    createParents: true,
    ...(isReplacing ? undefined : { expectedHash: null }),
  });
  for (const other of others) if (other !== file) await unlink(join(folder, other));
  return join(folder, file);
}

/** The files that were removed. */
export async function removeScript(folder: string, name: string): Promise<readonly string[]> {
  const files = filesOf(folder, name).map((file) => join(folder, file));
  if (files.length === 0) throw noScript(folder, name);
  for (const file of files) await unlink(file);
  return files;
}

export function noScript(folder: string, name: string): TackleError {
  const names = scriptFiles(folder).map((file) => file.slice(0, -3));
  const [suggestion] = nearest(name, names);
  const hint =
    suggestion === undefined ? "'tackle scripts list' shows them." : `Did you mean '${suggestion}'?`;
  return new TackleError({ code: "not-found", message: `There is no script '${name}'`, hint });
}

/** On a disk that does not tell them apart, a name in other letters is the same file. */
function filesOf(folder: string, name: string): readonly string[] {
  return scriptFiles(folder).filter((file) => file.slice(0, -3).toLowerCase() === name.toLowerCase());
}

function textOf({ name, code: given, header }: NewScript): string {
  // A first line for a shell says nothing to whoever calls a script.
  const code = given.replace(/^#![^\n]*\n?/, "");
  const read = readHeader(code);
  if (!read.ok)
    throw new TackleError({
      code: "usage",
      message: `The program of '${name}' cannot be saved: line ${read.line}: ${read.message}`,
      hint: "Correct the comment at the top, or leave it out and use --description and --parameters.",
    });
  if (header.description === undefined && header.parameters === undefined) return withEnd(code);
  const program = code.slice(read.end).replace(/^\s*\n/, "");
  const { description = read.header.description, parameters = read.header.parameters } = header;
  return withEnd(writeHeader({ description, parameters }) + program);
}

function withEnd(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}
