/** The in-process servers that we ship, by name. Each is loaded when it is started. */
import type { DefinedServer } from "../servers/define-server.ts";
import type { FileContext } from "../servers/files/file-context.ts";
import type { FileMemory } from "../servers/files/file-memory.ts";
import type { RunScript } from "../servers/scripts/scripts.ts";
import type { Store } from "../store/store.ts";
import type { StartInProcess } from "../upstream/connect.ts";
import type { Logger } from "../util/log/logger.ts";
import { scriptsFolder, type Environment } from "../util/paths.ts";

/** What the servers need of the box around them. */
export interface BuiltInParts {
  store(): Store;
  readonly env: Environment;
  readonly log: Logger;
  readonly runScript: RunScript;
}

export function builtInServers({
  store,
  env,
  log,
  runScript,
}: BuiltInParts): ReadonlyMap<string, StartInProcess> {
  const onFiles = fileServers();
  return new Map<string, StartInProcess>([
    ["echo", async (transport) => (await import("../servers/echo.ts")).startEcho(transport)],
    [
      "results",
      async (transport) => {
        const { createResultsServer } = await import("../servers/results.ts");
        const server = createResultsServer(async (id, range) => {
          const { text = "[binary]", nextOffset, totalBytes } = await store().results.read(id, range);
          return { text, nextOffset, totalBytes };
        });
        await server.start(transport);
      },
    ],
    [
      "filesystem",
      onFiles(async () => (await import("../servers/filesystem/filesystem.ts")).createFilesystemServer),
    ],
    ["edit", onFiles(async () => (await import("../servers/edit/edit.ts")).createEditServer)],
    ["search", onFiles(async () => (await import("../servers/search/search.ts")).createSearchServer)],
    [
      "scripts",
      async (transport) => {
        const { startScripts } = await import("../servers/scripts/scripts.ts");
        await startScripts(transport, {
          folder: scriptsFolder(env) ?? "",
          run: runScript,
          onProblems: (problems) => {
            for (const { file, line, message } of problems) log.warn(message, { at: `${file}:${line}` });
          },
        });
      },
    ],
  ]);
}

/** Their names, for whoever checks a configuration without starting anything. */
export const BUILT_IN_NAMES: readonly string[] = [
  "echo",
  "results",
  "filesystem",
  "edit",
  "search",
  "scripts",
];

type LoadFileServer = () => Promise<(context: FileContext) => DefinedServer>;

/** What one of them has read, another may be about to edit: the servers of a box share their memory. */
function fileServers(): (load: LoadFileServer) => StartInProcess {
  let memory: FileMemory | undefined;
  return (load) =>
    async (transport, { cwd, options }) => {
      const { readRoots } = await import("../servers/files/allowed-roots.ts");
      const { createFileMemory } = await import("../servers/files/file-memory.ts");
      memory ??= createFileMemory();
      const create = await load();
      await create({ roots: await readRoots({ cwd, options }), memory }).start(transport);
    };
}
