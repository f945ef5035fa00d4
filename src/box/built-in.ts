/** The in-process servers that we ship, by name. Each is loaded when it is started. */
import type { DefinedServer } from "../servers/define-server.ts";
import type { FileContext } from "../servers/files/file-context.ts";
import type { FileMemory } from "../servers/files/file-memory.ts";
import { SKILL } from "../util/skills/is-skill.ts";
import type { Store } from "../store/store.ts";
import type { StartInProcess } from "../upstream/connect.ts";

export function builtInServers(store: () => Store): ReadonlyMap<string, StartInProcess> {
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
    [
      SKILL,
      async (transport, { name, cwd, env, options, onLog }) => {
        const { startSkill } = await import("../servers/skills/skill-server.ts");
        // The configuration put them there, with the code that they stand for.
        const { file, hash } = { file: String(options["file"]), hash: String(options["hash"]) };
        return startSkill(transport, { name, file, hash, cwd, env, onLog });
      },
    ],
    ["search", onFiles(async () => (await import("../servers/search/search.ts")).createSearchServer)],
  ]);
}

/** Their names, for whoever checks a configuration without starting anything. */
export const BUILT_IN_NAMES: readonly string[] = ["echo", "results", "filesystem", "edit", "search"];

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
