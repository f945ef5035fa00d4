/** The in-process servers that we ship, by name. Each is loaded when it is started. */
import type { Store } from "../store/store.ts";
import type { StartInProcess } from "../upstream/connect.ts";

export function builtInServers(store: () => Store): ReadonlyMap<string, StartInProcess> {
  return new Map<string, StartInProcess>([
    [
      "bash",
      async (transport) =>
        (await import("../servers/bash/bash-server.ts")).createBashServer().start(transport),
    ],
    ["echo", async (transport) => (await import("../servers/echo.ts")).startEcho(transport)],
    [
      "git",
      async (transport) => (await import("../servers/git/git-server.ts")).createGitServer().start(transport),
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
  ]);
}

/** Their names, for whoever checks a configuration without starting anything. */
export const BUILT_IN_NAMES: readonly string[] = ["bash", "echo", "git", "results"];
