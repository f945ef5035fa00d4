/** `tackle import`: what other clients have configured, shown, and added where it is chosen. Nothing is started. */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { ServerTarget } from "../../config/check-server.ts";
import type { Config } from "../../config/config.ts";
import { fileToEdit } from "../../config/find-sources.ts";
import type { Client } from "../../config/import-clients/client.ts";
import { CLIENTS } from "../../config/import-clients/clients.ts";
import { collectServers, type CollectedServers } from "../../config/import-clients/collect-servers.ts";
import { planImport, type PlannedServer } from "../../config/import-clients/plan-import.ts";
import type { Places } from "../../config/import-clients/places.ts";
import type { ClientServer } from "../../config/import-clients/read-client-file.ts";
import { TackleError } from "../../errors.ts";
import { homeFolder } from "../../util/paths.ts";
import { PLACE_OPTIONS, targetFile } from "../add-server.ts";
import type { Command, CommandResult, Invocation } from "../command.ts";
import { loadAndLog, readConfig, tooManyWords } from "../read-config.ts";
import { askWhich } from "./import/ask-which.ts";
import { clientsNamed, namedServers } from "./import/chosen.ts";
import { presentImport } from "./import/present-import.ts";
import { writeServers } from "./import/write-servers.ts";

export const importCommand: Command = {
  usage: ["import [SERVER…]", "import --all", "import --from CLIENT"],
  description:
    "Finds the MCP servers of other clients (Claude Code and Desktop, Cursor, VS Code, Codex, Gemini CLI, Windsurf, Zed,\n" +
    "opencode, Goose, Cline, Copilot CLI, Continue and others), shows them, and adds those that you choose. It starts\n" +
    "none, changes no file of theirs, and leaves references such as ${TOKEN} unexpanded. Servers of a project's own files\n" +
    "go to the project's configuration, where they wait for your approval.",
  options: {
    all: { type: "boolean", description: "Add everything that is new" },
    from: {
      type: "string",
      multiple: true,
      value: "CLIENT",
      choices: CLIENTS.map(({ id }) => id),
      description: "Add what is new of this client",
    },
    "dry-run": { type: "boolean", description: "Show what would be added, and write nothing" },
    scope: {
      ...PLACE_OPTIONS.scope,
      description: "Which configuration to write (default: the user's; the project's for its own files)",
    },
  },
  examples: [
    ["tackle import", "show what there is, and ask"],
    ["tackle import --all --dry-run", "what would be added, and what would be lost"],
    ["tackle import --from cursor --from claude-code", "all that these two have"],
    ["tackle import github linear", "two servers, wherever they are"],
  ],
  async run(invocation) {
    const { words, rest, options, terminal } = invocation;
    if (rest !== undefined) throw tooManyWords(["--", ...rest], "import [SERVER…]");
    const config = await readOwnConfig(invocation);
    const clients = clientsNamed(options.texts("from"));
    const collected = await collect(invocation, config, clients);
    if (clients !== undefined && collected.files.length + collected.shared.length === 0)
      throw nothingOf(clients, invocation);
    const planned = await planImport(
      collected.files.flatMap((file) => file.servers),
      {
        config,
        options: invocation.surroundings,
        targetFor: (server) => targetFor(server, invocation),
      },
    );

    const isDryRun = options.flag("dry-run");
    const isChosen = options.flag("all") || options.texts("from").length > 0 || words.length > 0;
    const isAsked = !isChosen && !isDryRun && terminal.isInteractive && !options.flag("json");
    const present = (given: Pick<Parameters<typeof presentImport>[0], "chosen" | "mode">): CommandResult =>
      presentImport({ planned, collected, invocation, ...given });

    const offered = words.length > 0 ? namedServers(planned, words) : planned.filter(isNew);
    if (isDryRun) return present({ chosen: offered, mode: "dry-run" });
    if (!isChosen && !isAsked) return present({ chosen: [], mode: "listed" });
    const chosen = isAsked ? await askWhich({ planned, offered, invocation }) : offered;
    await writeServers(chosen, invocation);
    return present({ chosen, mode: "added" });
  },
};

/** A file of --config that does not exist yet is about to be created. */
async function readOwnConfig(invocation: Invocation): Promise<Config> {
  const config = await loadAndLog(invocation);
  const isBroken = config.sources.some(({ failure, file }) => failure !== undefined && existsSync(file));
  return isBroken ? readConfig(invocation) : config;
}

function isNew({ verdict }: PlannedServer): boolean {
  return verdict === "new";
}

function collect(
  invocation: Invocation,
  config: Config,
  clients: readonly Client[] | undefined,
): Promise<CollectedServers> {
  const { surroundings, options } = invocation;
  const leavesProject = options.text("scope") === "user";
  return collectServers({
    clients,
    places: placesOf(invocation),
    targetFolder: leavesProject ? undefined : dirname(fileToEdit("project", surroundings)),
    ownFiles: new Set(config.sources.map(({ file }) => file)),
  });
}

function placesOf({ surroundings }: Invocation): Places {
  const { env, cwd } = surroundings;
  return { platform: process.platform, home: homeFolder(env), env, cwd };
}

function nothingOf(clients: readonly Client[], invocation: Invocation): TackleError {
  const labels = clients.map(({ label }) => label).join(", ");
  const looked = clients.flatMap((client) => [
    ...client.userFiles(placesOf(invocation)),
    ...(client.projectFiles ?? []),
  ]);
  const hint = `Looked for: ${looked.join(", ")}`;
  return new TackleError({ code: "not-found", message: `There is no configuration of ${labels}`, hint });
}

/**
 * What came with a project stays in the project unless a person says otherwise: in the user's own configuration it would
 * start without ever having been approved.
 */
function targetFor({ isProjects }: ClientServer, invocation: Invocation): ServerTarget {
  const { options, surroundings } = invocation;
  const scope = options.text("scope") ?? (isProjects ? "project" : undefined);
  return scope === "project"
    ? { scope: "project", file: fileToEdit("project", surroundings) }
    : { scope: "user", file: targetFile(invocation) };
}
