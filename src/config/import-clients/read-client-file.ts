/**
 * One file of another client → its servers in our words. Nothing is run and nothing looked up. A file that cannot be read
 * is a problem with its place, and so is a server that makes no sense; neither takes the others down.
 */
import type { Problem } from "../../types.ts";
import type { WrittenServer } from "../edit-file.ts";
import type { Finding } from "../finding.ts";
import { formatForFile, loadFormat } from "../formats/for-file.ts";
import { ConfigSyntaxError, EmptyFileError } from "../formats/format.ts";
import { entryOf, type ConfigNode, type Position } from "../formats/node.ts";
import { readConfigText } from "../read-file.ts";
import { SERVER_FIELDS } from "../validate/server-fields.ts";
import type { ServerGroup } from "./client.ts";
import { addNote, createDraft, type DroppedField } from "./draft.ts";
import type { ClientFile } from "./find-client-files.ts";
import { pathsOf, type Places } from "./places.ts";
import { translateVariables, type Translation } from "./translate-variables.ts";

/** A server of another client. */
export interface ClientServer {
  readonly name: string;
  readonly client: string;
  readonly label: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** It came with a project, so that nobody has vouched for it. */
  readonly isProjects: boolean;
  readonly server: WrittenServer;
  readonly dropped: readonly DroppedField[];
  readonly notes: readonly string[];
  /** Why it cannot be used here. */
  readonly skipped: string | undefined;
}

export interface ClientFileContent extends ClientFile {
  readonly servers: readonly ClientServer[];
  readonly problems: readonly Problem[];
}

export interface ClientReading {
  readonly places: Places;
  /** The folder of the file that a project's servers will be written to; undefined when they leave the project. */
  readonly targetFolder: string | undefined;
}

/** Claude Code keeps much else in the same file. */
const MAX_BYTES = 16 * 1024 * 1024;

export async function readClientFile(from: ClientFile, reading: ClientReading): Promise<ClientFileContent> {
  const problems: Problem[] = [];
  try {
    const format = await loadFormat(formatForFile(from.file) ?? "json");
    const root = format.parse(readConfigText(from.file, MAX_BYTES));
    const servers = from.client
      .serversIn(root)
      .flatMap((group) => readGroup(group, { ...reading, from, root, problems }));
    return { ...from, servers, problems };
  } catch (error) {
    if (!(error instanceof ConfigSyntaxError)) throw error;
    const severity = error instanceof EmptyFileError ? "warning" : "error";
    const fix = error.fix ?? "Correct it there, then import again.";
    return {
      ...from,
      servers: [],
      problems: [problemIn(from, { severity, at: error.at, message: error.message, fix })],
    };
  }
}

interface GroupReading extends ClientReading {
  readonly from: ClientFile;
  readonly root: ConfigNode;
  readonly problems: Problem[];
}

function readGroup(group: ServerGroup, reading: GroupReading): ClientServer[] {
  const { node } = group;
  if (node === undefined) return [];
  if (node.kind === "map")
    return node.entries.flatMap(({ key, keyAt, value }) =>
      readEntry({ name: key, at: keyAt, node: value, group }, reading),
    );
  if (node.kind === "list")
    return node.items.flatMap((item) => {
      const name = entryOf(item, "name");
      const given = name?.kind === "scalar" ? String(name.value) : "";
      return readEntry({ name: given, at: item.at, node: item, group }, reading);
    });
  const { from, problems } = reading;
  const fix = "Correct it there, then import again.";
  problems.push(
    problemIn(from, {
      severity: "error",
      at: node.at,
      message: "There are no servers here, but a single value",
      fix,
    }),
  );
  return [];
}

interface Entry {
  readonly name: string;
  readonly at: Position;
  readonly node: ConfigNode;
  readonly group: ServerGroup;
}

/** The folder of the project that it belongs to. */
function folderOf({ group }: Entry, { from }: GroupReading): string | undefined {
  return group.project ?? from.project;
}

function readEntry(entry: Entry, reading: GroupReading): ClientServer[] {
  const { from, problems } = reading;
  const { client } = from;
  const report = ({ at, ...finding }: Finding): void => {
    problems.push(problemIn(from, { at, ...finding, server: entry.name }));
  };
  if (entry.node.kind !== "map") {
    const fix = "Correct it there, then import again.";
    report({
      severity: "error",
      at: entry.at,
      field: entry.name,
      message: `Server '${entry.name}' is no map`,
      fix,
    });
    return [];
  }
  const before = problems.length;
  const draft = createDraft(entry.name);
  const translation = translationFor(entry, reading, (note) => addNote(draft, note));
  for (const { key, value: node } of entry.node.entries) {
    const rule = Object.hasOwn(client.words, key) ? client.words[key] : undefined;
    const readText = (text: string): string => translateVariables(text, translation);
    if (rule === undefined) draft.dropped.push({ field: key, reason: undefined });
    else rule({ key, node, draft, context: { field: key, server: entry.name, report, readText } });
  }
  client.finish?.(draft);
  const { project, switchedOff } = entry.group;
  if (switchedOff?.has(entry.name) === true) draft.fields.set("enabled", false);
  if (project !== undefined) addNote(draft, `There it belongs to one project alone, ${project}.`);
  if (problems.length > before && draft.skipped === undefined) return [];
  return [
    {
      name: entry.name,
      client: client.id,
      label: client.label,
      file: from.file,
      line: entry.at.line,
      column: entry.at.column,
      isProjects: from.project !== undefined,
      server: inOrder(inFolder(Object.fromEntries(draft.fields), entry, reading)),
      dropped: draft.dropped,
      notes: draft.notes,
      skipped: draft.skipped,
    },
  ];
}

function translationFor(entry: Entry, reading: GroupReading, note: (text: string) => void): Translation {
  const { from, root, places, targetFolder } = reading;
  const { client, file } = from;
  const paths = pathsOf(places);
  const folder = folderOf(entry, reading);
  return {
    syntax: client.variables,
    workspace: folder === undefined || folder === targetFolder ? "." : folder,
    workspaceName: folder === undefined ? undefined : paths.basename(folder),
    home: places.home,
    folder: paths.dirname(file),
    paths,
    inputs: client.inputsIn?.(root) ?? new Map(),
    note,
  };
}

/** Relative paths start at the project there; outside of its folder that must be said. */
function inFolder(server: WrittenServer, entry: Entry, reading: GroupReading): WrittenServer {
  const folder = folderOf(entry, reading);
  if (folder === undefined || folder === reading.targetFolder) return server;
  const { command, args = [], cwd } = server;
  const paths = pathsOf(reading.places);
  if (typeof cwd === "string")
    return paths.isAbsolute(cwd) || cwd.startsWith("${")
      ? server
      : { ...server, cwd: paths.resolve(folder, cwd) };
  const words = [command, args].flat();
  const isRelative = words.some((word) => typeof word === "string" && /^\.{1,2}([/\\]|$)/.test(word));
  return isRelative ? { ...server, cwd: folder } : server;
}

/** The fields as people look for them, whatever the order was there. */
function inOrder(server: WrittenServer): WrittenServer {
  const order = [...SERVER_FIELDS.keys()];
  const entries = Object.entries(server);
  return Object.fromEntries(entries.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
}

function problemIn(
  { file }: ClientFile,
  { at, ...rest }: Omit<Problem, "file" | "line" | "column"> & { readonly at: Position },
): Problem {
  return { file, line: at.line, column: at.column, ...rest };
}
