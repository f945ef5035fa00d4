/**
 * What a client's file says before and after our entry is written or taken out. It only reads; whoever asked shows the two
 * texts and decides. Fields of the entry that are not ours, such as a list of allowed tools, are kept.
 */
import { editingFile, readFileToEdit, type FileToEdit } from "../file-to-edit.ts";
import { formatForFile, loadFormat } from "../formats/for-file.ts";
import { EmptyFileError, type Change, type ConfigFormat } from "../formats/format.ts";
import { nodeAt, type ConfigNode, type ConfigPath } from "../formats/node.ts";
import type { Places } from "../import-clients/places.ts";
import type { Connector, Entry, Scope } from "./connector.ts";

export interface ConnectionRequest {
  readonly connector: Connector;
  readonly scope: Scope;
  readonly places: Places;
  readonly file: string;
  readonly name: string;
  /** Undefined takes it out. */
  readonly entry: Entry | undefined;
}

export interface ConnectionPlan {
  readonly file: string;
  readonly change: "added" | "changed" | "removed" | "none";
  /** Undefined when there is no file yet. */
  readonly before: FileToEdit | undefined;
  readonly after: string;
  /** A file that holds our entry alone: by its lines those in a difference can be told to be ours. */
  readonly alone: string;
}

/** Some clients keep much else in the same file. */
const MAX_BYTES = 64 * 1024 * 1024;

/** How an entry says what to reach: of an older entry nothing of this may stay beside what is written now. */
const TRANSPORT_FIELDS: ReadonlySet<string> = new Set([
  "type",
  "transport",
  "transportType",
  "source",
  "command",
  "cmd",
  "args",
  "url",
  "httpUrl",
  "serverUrl",
  "uri",
  "headers",
  "http_headers",
  "env_http_headers",
  "bearer_token_env_var",
  "env_keys",
]);

/** Throws a `TackleError` with line and column for a file that does not parse. */
export async function planConnection(request: ConnectionRequest): Promise<ConnectionPlan> {
  const { connector, scope, places, file, name, entry } = request;
  const format = await loadFormat(formatForFile(file) ?? "json");
  const before = readFileToEdit(file, MAX_BYTES);
  const text = before?.text ?? "";
  return editingFile(file, () => {
    const root = rootOf(text, format);
    const path = [...connector.serversPath(root, scope, places), name];
    const existing = nodeAt(root, path);
    const alone = entry === undefined ? "" : format.edit("", { kind: "set", path, value: entry });
    const changes = entry === undefined ? removal(existing, path) : writing(existing, path, entry);
    const after = changes.reduce((edited, change) => format.edit(edited, change), text);
    const isSame = after === text && (before !== undefined || entry === undefined);
    const change =
      entry === undefined ? "removed" : existing === undefined ? ("added" as const) : ("changed" as const);
    return { file, change: isSame ? "none" : change, before, after, alone };
  });
}

function rootOf(text: string, format: ConfigFormat): ConfigNode | undefined {
  try {
    return format.parse(text);
  } catch (error) {
    if (error instanceof EmptyFileError) return undefined;
    throw error;
  }
}

function removal(existing: ConfigNode | undefined, path: ConfigPath): readonly Change[] {
  return existing === undefined ? [] : [{ kind: "remove", path }];
}

function writing(existing: ConfigNode | undefined, path: ConfigPath, entry: Entry): readonly Change[] {
  if (existing?.kind !== "map") return [{ kind: "set", path, value: entry }];
  const stale = existing.entries
    .map(({ key }) => key)
    .filter((key) => TRANSPORT_FIELDS.has(key) && !Object.hasOwn(entry, key));
  return [
    ...Object.entries(entry).map(([key, value]): Change => ({ kind: "set", path: [...path, key], value })),
    ...stale.map((key): Change => ({ kind: "remove", path: [...path, key] })),
  ];
}
