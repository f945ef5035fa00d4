/** Whether a client has our gateway already, in which file, under which name. A file that cannot be read is a problem, not an error. */
import { messageOf } from "../../errors.ts";
import type { Places } from "../client-places.ts";
import { readFileToEdit } from "../file-to-edit.ts";
import { formatForFile, loadFormat } from "../formats/for-file.ts";
import { ConfigSyntaxError, EmptyFileError } from "../formats/format.ts";
import { nodeAt, type ConfigNode } from "../formats/node.ts";
import { chooseFile } from "./choose-file.ts";
import type { Connector, Scope } from "./connector.ts";

export interface Connection {
  readonly scope: Scope;
  readonly file: string;
  readonly name: string;
  /** An address, or a command line. */
  readonly target: string;
}

export interface ClientConnections {
  readonly connections: readonly Connection[];
  readonly problems: readonly string[];
}

export async function findConnections(connector: Connector, places: Places): Promise<ClientConnections> {
  const connections: Connection[] = [];
  const problems: string[] = [];
  for (const scope of ["user", "project"] as const) {
    const file = chooseFile(connector, scope, places);
    if (file === undefined) continue;
    try {
      const root = await readRoot(file);
      const servers = nodeAt(root, connector.serversPath(root, scope, places));
      connections.push(...ours(servers).map((found) => ({ scope, file, ...found })));
    } catch (error) {
      const place = error instanceof ConfigSyntaxError ? `:${error.at.line}:${error.at.column}` : "";
      const problem = place === "" ? messageOf(error) : `${file}${place}: ${messageOf(error)}`;
      if (!problems.includes(problem)) problems.push(problem);
    }
  }
  return { connections, problems };
}

async function readRoot(file: string): Promise<ConfigNode | undefined> {
  const text = readFileToEdit(file)?.text;
  if (text === undefined) return undefined;
  const format = await loadFormat(formatForFile(file) ?? "json");
  try {
    return format.parse(text);
  } catch (error) {
    if (error instanceof EmptyFileError) return undefined;
    throw error;
  }
}

function ours(servers: ConfigNode | undefined): Pick<Connection, "name" | "target">[] {
  if (servers?.kind !== "map") return [];
  return servers.entries.flatMap(({ key: name, value }) => {
    const url = textsAt(value, ["url", "httpUrl", "serverUrl", "uri"]);
    const words = textsAt(value, ["command", "cmd", "args"]);
    const isOurs = url.some((text) => isOurAddress(text, name)) || isOurProgram(words);
    return isOurs ? [{ name, target: [...url, ...words].join(" ") }] : [];
  });
}

function textsAt(entry: ConfigNode, keys: readonly string[]): string[] {
  return keys.flatMap((key) => {
    const node = nodeAt(entry, [key]);
    const nodes = node?.kind === "list" ? node.items : node === undefined ? [] : [node];
    return nodes.flatMap((item) =>
      item.kind === "scalar" && typeof item.value === "string" ? [item.value] : [],
    );
  });
}

/** Where `tackle serve` listens unless told otherwise. */
const USUAL_PORT = "4747";

/** On this machine at our usual port, or anywhere under our name. */
function isOurAddress(text: string, name: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^\/(mcp(\/[^/]+)?|servers\/[^/]+\/mcp)\/?$/.test(url.pathname)) return false;
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  return (isLocal && url.port === USUAL_PORT) || /^tackle(box)?\b/i.test(name);
}

/** `tackle serve --stdio`, by whatever path. */
function isOurProgram(words: readonly string[]): boolean {
  const isTackle = words.some((word) => /(^|[/\\@])tackle(box)?(\.(cmd|exe|js))?(@[\w.-]*)?$/i.test(word));
  return isTackle && words.includes("serve") && words.includes("--stdio");
}
