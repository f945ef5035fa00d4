/** The in-process servers that we ship, by name. Each is loaded when it is started. */
import type { Store } from "../store/store.ts";
import type { StartInProcess } from "../upstream/connect.ts";
import type { Environment } from "../util/paths.ts";

export interface BuiltInSurroundings {
  readonly store: () => Store;
  /** The box's environment: what commands inherit a part of, and where keys are found. */
  readonly env: Environment;
}

export function builtInServers({ store, env }: BuiltInSurroundings): ReadonlyMap<string, StartInProcess> {
  return new Map<string, StartInProcess>([
    [
      "bash",
      async (transport) => {
        const { createBashServer } = await import("../servers/bash/bash-server.ts");
        await createBashServer({ inherited: env }).start(transport);
      },
    ],
    ["echo", async (transport) => (await import("../servers/echo.ts")).startEcho(transport)],
    [
      "git",
      async (transport) => {
        const { createGitServer } = await import("../servers/git/git-server.ts");
        await createGitServer({ inherited: env }).start(transport);
      },
    ],
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
      "web",
      async (transport) => {
        const { createWebServer } = await import("../servers/web/web-server.ts");
        await createWebServer({ env }).start(transport);
      },
    ],
  ]);
}

/** Their names, for whoever checks a configuration without starting anything. */
export const BUILT_IN_NAMES: readonly string[] = ["bash", "echo", "git", "results", "web"];
