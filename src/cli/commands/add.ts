/** `tackle add NAME -- COMMAND ARGS…`, `tackle add NAME URL`, `tackle add BUILTIN|PRESET`, `tackle add NAME --from server.json`. */
import { TackleError } from "../../errors.ts";
import { addServer, PLACE_OPTIONS } from "../add-server.ts";
import type { Command, Invocation } from "../command.ts";
import { ADD_OPTIONS } from "./add/add-options.ts";
import { addUsage, targetFrom } from "./add/add-target.ts";
import { withOptions } from "./add/with-options.ts";

export const addCommand: Command = {
  usage: [
    "add NAME -- COMMAND ARGS…",
    "add NAME URL",
    `add NAME --command "COMMAND ARGS…"`,
    "add BUILTIN|PRESET",
    "add NAME --from SERVER.JSON",
  ],
  description:
    "Adds a server to the configuration. Nothing is started. Everything after '--' is its command, exactly as you type it.\n" +
    "Write ${VAR} for what is secret or differs between machines: it is stored as it is and replaced at start.\n" +
    "A name alone is that of a built-in or a well-known server ('tackle presets' lists both): what it needs is asked for on a\n" +
    "terminal, secrets go to '.env' beside the configuration, never into it. Where both have the name, it is the built-in\n" +
    "one; --preset NAME and --builtin NAME choose.",
  options: { ...PLACE_OPTIONS, ...ADD_OPTIONS },
  examples: [
    [
      "tackle add files -- npx -y @modelcontextprotocol/server-filesystem ~/notes",
      "a program on this machine",
    ],
    ["tackle add docs https://example.com/mcp -H 'Authorization: Bearer ${DOCS_TOKEN}'", "a remote server"],
    [`tackle add files --command "npx -y server '/my folder'"`, "a command in one string"],
    [
      "tackle add db --scope project -e 'DB_URL=${DB_URL}' -- npx -y db-server",
      "for everyone in this project",
    ],
    ["tackle add git", "a built-in server: nothing to install"],
    ["tackle add github", "a well-known server"],
    ["tackle add notes --builtin search --cwd ~/notes", "a built-in one under a name of your own"],
    [
      "tackle add notes --preset filesystem --set FOLDER=~/notes",
      "one under a name of your own, answered in advance",
    ],
    ["tackle add weather --from https://example.com/server.json", "what the registry's format describes"],
  ],
  async run(invocation) {
    const { options } = invocation;
    const [name, ...words] = invocation.words;
    if (name === undefined) throw addUsage("The name of a server is missing");
    const isBare = isNameAlone(invocation);
    const ways = ["from", "preset", "builtin"].filter((option) => options.text(option) !== undefined);
    if (ways.length > 1 || (ways.length > 0 && !isBare))
      throw addUsage("The server is given in more than one way");
    if (options.text("from") !== undefined) {
      const { addFromServerJson } = await import("./add/add-from-server-json.ts");
      return addFromServerJson(invocation, name);
    }
    refuseLostOptions(invocation);
    if (isBare) {
      const { addBuiltIn, meantBuiltIn } = await import("./add/add-built-in.ts");
      const builtIn = meantBuiltIn(invocation, name);
      if (builtIn !== undefined) return addBuiltIn(invocation, name, builtIn);
      const { addFromPreset } = await import("./add/add-from-preset.ts");
      return addFromPreset(invocation, name);
    }
    if (options.texts("set").length > 0)
      throw addUsage("--set answers the questions of a preset or a server.json");
    return addServer(invocation, name, withOptions(targetFrom({ invocation, name, words }), invocation));
  },
};

function isNameAlone({ words, rest, options }: Invocation): boolean {
  return words.length === 1 && rest === undefined && options.text("command") === undefined;
}

/** In `add x npx --yes server` they belong to npx, and would be lost to it in silence. */
function refuseLostOptions({ options }: Invocation): void {
  const lost = ["yes", "package"].find((name) => options.flag(name) || options.text(name) !== undefined);
  if (lost === undefined) return;
  const hint = "Put '--' before a program that has options of its own.";
  throw new TackleError({ code: "usage", message: `--${lost} is for 'tackle add NAME --from'`, hint });
}
