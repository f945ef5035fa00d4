/** `tackle add-json NAME '{…}'`: a server as other clients' documentation prints it. */
import { text as readAll } from "node:stream/consumers";
import type { ConfigNode, ConfigValue } from "../../config/formats/node.ts";
import { nodeAt, plainValue } from "../../config/formats/node.ts";
import { loadFormat } from "../../config/formats/for-file.ts";
import { messageOf, TackleError } from "../../errors.ts";
import { addServer, PLACE_OPTIONS } from "../add-server.ts";
import type { Command } from "../command.ts";

export const addJsonCommand: Command = {
  usage: ["add-json NAME JSON", "add-json NAME -"],
  description:
    'Adds a server given as JSON: the server alone, or a whole {"mcpServers": {"NAME": {…}}}. With - it is read from stdin.',
  options: PLACE_OPTIONS,
  examples: [
    [`tackle add-json files '{"command": "npx", "args": ["-y", "server"]}'`, "the server alone"],
    ["tackle add-json files - < server.json", "from a file"],
  ],
  async run(invocation) {
    const { words, rest, terminal } = invocation;
    const [name, given, ...others] = words;
    if (name === undefined || given === undefined || others.length > 0 || rest !== undefined) {
      throw new TackleError({
        code: "usage",
        message: "A name and one JSON text are needed",
        hint: "Usage: tackle add-json NAME JSON   or, from stdin: tackle add-json NAME -",
      });
    }
    const root = await parse(given === "-" ? await readAll(terminal.stdin) : given);
    const server = plainValue(nodeAt(root, ["mcpServers", name]) ?? root);
    if (typeof server !== "object" || server === null || Array.isArray(server)) {
      throw new TackleError({
        code: "usage",
        message: "The JSON must be an object",
        hint: `Write {"command": "…"} or {"url": "…"}.`,
      });
    }
    return addServer(invocation, name, { ...(server as Record<string, ConfigValue>) });
  },
};

async function parse(text: string): Promise<ConfigNode> {
  try {
    return (await loadFormat("json")).parse(text);
  } catch (error) {
    const hint = "Put the JSON in single quotes, so that the shell leaves it alone.";
    throw new TackleError({
      code: "usage",
      message: `The JSON cannot be read: ${messageOf(error)}`,
      hint,
      cause: error,
    });
  }
}
