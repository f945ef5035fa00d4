/** What is remembered of a server, where that can still be so: scripts are files, and may be others by now. */
import { folderChangedAt } from "../servers/scripts/script-folder.ts";
import type { Store } from "../store/store.ts";
import type { ServerDefinition } from "../types.ts";
import type { KnownServer } from "../upstream/supervise/supervisor.ts";
import { scriptsFolder, type Environment } from "../util/paths.ts";
import { asKnownServer } from "./as-known-server.ts";
import { isScriptsServer } from "./code/script-calls.ts";

export function recallServer(
  definition: ServerDefinition,
  { store, env }: { readonly store: Store; readonly env: Environment },
): KnownServer | undefined {
  const known = asKnownServer(store.knownServers.recall(definition));
  if (known === undefined || !isScriptsServer(definition)) return known;
  const folder = scriptsFolder(env);
  const isOld = folder === undefined || folderChangedAt(folder) >= known.verdict.decidedAt;
  return isOld ? undefined : known;
}
