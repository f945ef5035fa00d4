/** The in-process servers that we ship, by name. Each is loaded when it is started. */
import { DEFAULT_LIMITS } from "../sandbox/limits.ts";
import { readNames, refuseUnknownOptions } from "../servers/check-options.ts";
import type { DefinedServer } from "../servers/define-server.ts";
import type { FileContext } from "../servers/files/file-context.ts";
import type { FileMemory } from "../servers/files/file-memory.ts";
import type { RunScript } from "../servers/scripts/scripts.ts";
import type { Store } from "../store/store.ts";
import type { StartInProcess } from "../upstream/connect.ts";
import type { Logger } from "../util/log/logger.ts";
import { scriptsFolder, type Environment } from "../util/paths.ts";
import { SKILL } from "../util/skills/is-skill.ts";

export interface BuiltInSurroundings {
  readonly store: () => Store;
  /** The box's environment: what commands inherit a part of, and where keys are found. */
  readonly env: Environment;
  readonly log: Logger;
  readonly runScript: RunScript;
  /** What the `.env` beside a server's own configuration holds; nothing where a project wrote it. */
  readonly envFileOf: (server: string) => Environment;
}

export function builtInServers(surroundings: BuiltInSurroundings): ReadonlyMap<string, StartInProcess> {
  const { store, env } = surroundings;
  const onFiles = fileServers();
  return new Map<string, StartInProcess>([
    [
      "bash",
      withoutOptions(async (transport, { cwd, env: declared }) => {
        const { createBashServer } = await import("../servers/bash/bash-server.ts");
        await createBashServer({ inherited: env, env: declared, cwd }).start(transport);
      }),
    ],
    ["echo", withoutOptions(async (transport) => (await import("../servers/echo.ts")).startEcho(transport))],
    [
      "git",
      async (transport, { cwd, options }) => {
        const { createGitServer } = await import("../servers/git/git-server.ts");
        const { readRoots } = await import("../servers/files/allowed-roots.ts");
        const roots = (await readRoots({ cwd, options })).map(({ path }) => path);
        await createGitServer({ inherited: env, roots }).start(transport);
      },
    ],
    [
      "results",
      withoutOptions(async (transport) => {
        const { createResultsServer } = await import("../servers/results.ts");
        const server = createResultsServer(async (id, range) => {
          const { text = "[binary]", nextOffset, totalBytes } = await store().results.read(id, range);
          return { text, nextOffset, totalBytes };
        });
        await server.start(transport);
      }),
    ],
    [
      "filesystem",
      onFiles(async () => (await import("../servers/filesystem/filesystem.ts")).createFilesystemServer),
    ],
    ["edit", onFiles(async () => (await import("../servers/edit/edit.ts")).createEditServer)],
    [
      SKILL,
      async (transport, { name, cwd, env: declared, options, onLog }) => {
        const { startSkill } = await import("../servers/skills/skill-server.ts");
        // The configuration put them there, with the code that they stand for.
        const { file, hash } = { file: String(options["file"]), hash: String(options["hash"]) };
        return startSkill(transport, { name, file, hash, cwd, env: declared, inherited: env, onLog });
      },
    ],
    [
      "scripts",
      async (transport, { options }) => {
        refuseUnknownOptions(options, Object.keys(DEFAULT_LIMITS)); // of the programs, which the box reads
        return startSavedScripts(transport, surroundings);
      },
    ],
    [
      "search",
      onFiles(async () => {
        const { createSearchServer } = await import("../servers/search/search.ts");
        return (context) => createSearchServer(context, { env });
      }),
    ],
    [
      "web",
      async (transport, { name, options, env: declared }) => {
        refuseUnknownOptions(options, ["allowedHosts"]);
        const allowedHosts = readNames(options, "allowedHosts");
        const { createWebServer } = await import("../servers/web/web-server.ts");
        const envFile = (): Environment => surroundings.envFileOf(name);
        await createWebServer({ env: { ...env, ...declared }, envFile, allowedHosts }).start(transport);
      },
    ],
  ]);
}

function withoutOptions(start: StartInProcess): StartInProcess {
  return async (transport, setup) => {
    refuseUnknownOptions(setup.options, []);
    return start(transport, setup);
  };
}

async function startSavedScripts(
  transport: Parameters<StartInProcess>[0],
  { env, log, runScript }: BuiltInSurroundings,
): Promise<void> {
  const { startScripts } = await import("../servers/scripts/scripts.ts");
  await startScripts(transport, {
    folder: scriptsFolder(env) ?? "",
    run: runScript,
    onProblems: (problems) => {
      for (const { file, line, message } of problems) log.warn(message, { at: `${file}:${line}` });
    },
  });
}

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
