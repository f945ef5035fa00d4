/**
 * Changes of a configuration file by the program: one server at a time, every other byte kept, atomic, under a lock
 * that all Tacklebox processes of this user share, and refused when the file changed underneath.
 */
import { join } from "node:path";
import { TackleError } from "../errors.ts";
import { atomicWrite } from "../util/atomic-write.ts";
import { withFileLock } from "../util/file-lock.ts";
import { stateFolder, type Environment } from "../util/paths.ts";
import { configError, editingFile, readFileToEdit, textToWrite } from "./file-to-edit.ts";
import { formatForFile, loadFormat } from "./formats/for-file.ts";
import { EmptyFileError } from "./formats/format.ts";
import type { Change, ConfigFormat } from "./formats/format.ts";
import type { ConfigNode, ConfigValue } from "./formats/node.ts";
import { builtinEntries } from "./shapes/builtin-list.ts";
import { mcpServersShape } from "./shapes/mcp-servers.ts";
import { shapesOf } from "./shapes/read-shapes.ts";
import { OPPOSITE_OF_ENABLED, type ServerEntry, type Shape } from "./shapes/shape.ts";

/** A server as the canonical form writes it, with `${VAR}` unexpanded. */
export type WrittenServer = Readonly<Record<string, ConfigValue>>;

export type ServerEdit =
  | {
      readonly kind: "add";
      readonly name: string;
      readonly server: WrittenServer;
      readonly replace?: boolean;
    }
  | { readonly kind: "remove"; readonly name: string }
  | { readonly kind: "set"; readonly name: string; readonly field: string; readonly value: ConfigValue };

/** Applies one edit. Throws a `TackleError` and leaves the file as it was when that is not possible. */
export async function editConfigFile(file: string, edit: ServerEdit, env: Environment): Promise<void> {
  const name = formatForFile(file);
  if (name === undefined) throw configError(file, "the file's ending is not .json, .yaml or .toml");
  const format = await loadFormat(name);
  await withFileLock(join(stateFolder(env), "config-edit.lock"), {}, async () => {
    const before = readFileToEdit(file);
    const after = editText({ file, text: before?.text, format, edit });
    if (after === before?.text) return;
    await atomicWrite(file, textToWrite(after, before), {
      createParents: true,
      expectedHash: before?.hash ?? null,
    });
  });
}

function editText(input: {
  file: string;
  text: string | undefined;
  format: ConfigFormat;
  edit: ServerEdit;
}): string {
  const { file, text, format, edit } = input;
  return editingFile(file, () => {
    if (text === undefined || text.trim() === "") return newFile(format, file, edit);
    const root = parseUnlessEmpty(text, format);
    if (root === undefined) return afterComments(text, newFile(format, file, edit), format);
    return format.edit(text, changeFor(root, file, edit));
  });
}

/** Undefined for a text of comments alone. */
function parseUnlessEmpty(text: string, format: ConfigFormat): ConfigNode | undefined {
  try {
    return format.parse(text);
  } catch (error) {
    if (error instanceof EmptyFileError) return undefined;
    throw error;
  }
}

function afterComments(comments: string, added: string, format: ConfigFormat): string {
  const text = `${comments}${comments.endsWith("\n") ? "" : "\n"}${added}`;
  format.parse(text); // throws where the comments end in a way that nothing may follow
  return text;
}

function newFile(format: ConfigFormat, file: string, edit: ServerEdit): string {
  if (edit.kind !== "add") throw noSuchServer(file, edit.name);
  return format.stringify({ mcpServers: { [edit.name]: edit.server } });
}

function changeFor(root: ConfigNode, file: string, edit: ServerEdit): Change {
  const found = findServer(root, edit.name);
  switch (edit.kind) {
    case "add": {
      if (found !== undefined && edit.replace !== true) {
        throw new TackleError({
          code: "conflict",
          message: `Server '${edit.name}' exists already in ${file}, line ${found.entry.at.line}`,
          hint: `Choose another name, remove it first, or replace it with --force.`,
        });
      }
      if (found !== undefined) {
        return { kind: "set", path: found.entry.path, value: spelled(edit.name, edit.server, found.shape) };
      }
      const shape = shapesOf(root)[0] ?? mcpServersShape;
      const value = spelled(edit.name, edit.server, shape);
      if (shape.layout === "list") return { kind: "append", path: shape.serversPath, value };
      return { kind: "set", path: [...shape.serversPath, edit.name], value };
    }
    case "remove":
      return { kind: "remove", path: (found?.entry ?? listedOrNone(root, file, edit.name)).path };
    case "set": {
      if (found === undefined) throw onlyListed(listedOrNone(root, file, edit.name), file);
      const written = found.entry.fields?.find((field) => field.key === edit.field)?.written;
      const word = written ?? found.shape.spelling[edit.field] ?? edit.field;
      const value =
        word === OPPOSITE_OF_ENABLED && edit.field === "enabled" ? edit.value !== true : edit.value;
      return { kind: "set", path: [...found.entry.path, word], value };
    }
  }
}

function findServer(root: ConfigNode, name: string): { shape: Shape; entry: ServerEntry } | undefined {
  for (const shape of shapesOf(root)) {
    const entry = shape.read(root).servers.find((server) => server.name === name);
    if (entry !== undefined) return { shape, entry };
  }
  return undefined;
}

/** Its name in the list `builtin`. */
function listedOrNone(root: ConfigNode, file: string, name: string): ServerEntry {
  const listed = builtinEntries(root).find((entry) => entry.name === name);
  if (listed === undefined) throw noSuchServer(file, name);
  return listed;
}

function onlyListed({ name, path }: ServerEntry, file: string): TackleError {
  const message = `'${name}' has no entry in ${file}, only its name in '${path.slice(0, -1).join(".")}'`;
  const hint = `Take it out with 'tackle remove ${name}', or give it an entry: tackle add ${name} --transport inprocess`;
  return new TackleError({ code: "config", message, hint });
}

/** The server in the words of the file's own shape. */
function spelled(name: string, server: WrittenServer, shape: Shape): WrittenServer {
  const { command, args, ...rest } = server;
  const asList = shape.commandStyle === "list" && command !== undefined;
  const program = asList ? { command: [command, args ?? []].flat() } : { command, args };
  const fields = Object.entries({ ...program, ...rest }).flatMap(([key, value]): [string, ConfigValue][] =>
    value === undefined ? [] : [[shape.spelling[key] ?? key, value]],
  );
  return Object.fromEntries(shape.layout === "list" ? [["name", name], ...fields] : fields);
}

function noSuchServer(file: string, name: string): TackleError {
  const message = `There is no server '${name}' in ${file}`;
  return new TackleError({
    code: "not-found",
    message,
    hint: `'tackle list' shows every server and its file.`,
  });
}
