/**
 * Decides what becomes of every server that was found: new, there already under some name, ourselves, or of no use. It reads
 * and compares; whoever asked for it writes.
 */
import type { Problem } from "../../types.ts";
import { readWritten, type ServerTarget } from "../check-server.ts";
import type { Config } from "../config.ts";
import type { LoadOptions } from "../load-config.ts";
import { contentKeys, type ContentKeys } from "./content-key.ts";
import { isOurselves } from "./ourselves.ts";
import { plainSecrets } from "./plain-secrets.ts";
import type { ClientServer } from "./read-client-file.ts";

export type Verdict = "new" | "duplicate" | "configured" | "ourselves" | "unusable";

export interface PlannedServer extends ClientServer {
  readonly verdict: Verdict;
  /** Why it is not new. */
  readonly reason: string | undefined;
  /** The name that it gets here. */
  readonly as: string;
  readonly target: ServerTarget;
  /** Fields that hold a secret in plain text. */
  readonly secrets: readonly string[];
  readonly problems: readonly Problem[];
}

export interface ImportPlanning {
  readonly config: Config;
  readonly options: LoadOptions;
  targetFor(server: ClientServer): ServerTarget;
}

export async function planImport(
  found: readonly ClientServer[],
  planning: ImportPlanning,
): Promise<readonly PlannedServer[]> {
  const known = knownServers(planning);
  const planned: PlannedServer[] = [];
  for (const server of found) planned.push(await judge(server, known, planning));
  return planned;
}

/** Servers that are there, configured or about to be, in the order in which they win. */
interface Known {
  readonly names: Set<string>;
  readonly servers: {
    readonly name: string;
    readonly keys: ContentKeys;
    readonly label: string | undefined;
  }[];
}

function knownServers({ config, options }: ImportPlanning): Known {
  const servers = [...config.servers.values()].flatMap((server) =>
    server.status === "valid"
      ? [{ name: server.name, keys: contentKeys(server, options.cwd), label: undefined }]
      : [],
  );
  return { names: new Set(config.servers.keys()), servers };
}

async function judge(found: ClientServer, known: Known, planning: ImportPlanning): Promise<PlannedServer> {
  const { name, server, label } = found;
  const target = planning.targetFor(found);
  const plan = { ...found, as: name, target, secrets: plainSecrets(server), problems: [] };
  if (found.skipped !== undefined) return { ...plan, verdict: "unusable", reason: found.skipped };
  if (isOurselves(name, server))
    return {
      ...plan,
      verdict: "ourselves",
      reason: "it is Tacklebox itself, and would start itself without end",
    };

  // Wherever it goes: what came with a project could send anywhere what it reads.
  if (found.isProjects && /\$\{(file|secret):/.test(JSON.stringify(server)))
    return {
      ...plan,
      verdict: "unusable",
      reason: "a project's file may not read files or secrets of yours",
    };

  const read = await readWritten({ name, server, target }, planning.options);
  const problems = read.problems.map((problem) => ({
    ...problem,
    file: found.file,
    line: found.line,
    column: found.column,
  }));
  if (read.server?.status !== "valid") {
    const reason = problems.find(({ severity }) => severity === "error")?.message ?? "it is no server";
    return { ...plan, problems, verdict: "unusable", reason };
  }

  const keys = contentKeys(read.server, planning.options.cwd);
  const same = known.servers.find((other) => isSame(name, keys, other));
  if (same !== undefined) {
    const differs = same.keys.whole === keys.whole ? "" : "; its headers differ";
    return same.label === undefined
      ? {
          ...plan,
          problems,
          as: same.name,
          verdict: "configured",
          reason: `it is configured already, as '${same.name}'${differs}`,
        }
      : {
          ...plan,
          problems,
          as: same.name,
          verdict: "duplicate",
          reason: `it is the same as '${same.name}' of ${same.label}${differs}`,
        };
  }
  const as = freeName(found, known.names);
  known.names.add(as);
  known.servers.push({ name: as, keys, label });
  const renamed = as === name ? [] : [`It is called '${as}' here: there is another '${name}'.`];
  return { ...plan, problems, as, notes: [...found.notes, ...renamed], verdict: "new", reason: undefined };
}

/** Under one name the address alone decides: two clients often send different tokens to the same server. */
function isSame(name: string, keys: ContentKeys, other: Known["servers"][number]): boolean {
  if (keys.whole === other.keys.whole) return true;
  return keys.address !== undefined && keys.address === other.keys.address && other.name === name;
}

function freeName({ name, client }: ClientServer, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  const suffixed = `${name}-${client}`;
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? suffixed : `${suffixed}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
