/** Says what is offered while nothing is configured, to whom, and how to have more. */
import { join } from "node:path";
import type { Config } from "../../../config/config.ts";
import { configFolder } from "../../../util/paths.ts";
import { toTerminalText } from "../../../util/terminal-text.ts";
import type { Invocation } from "../../command.ts";
import { defaultProject } from "../../default-config.ts";
import { readSettings } from "./settings.ts";

/** An example that keeps what is there and adds what most want next. */
const CHOICE = '{"settings": {"builtin": ["filesystem", "search", "git", "edit", "bash"]}}';

export function describeDefaults({ surroundings, options }: Invocation, { servers }: Config): string {
  const project = defaultProject(surroundings);
  const names = [...servers.keys()].join(", ");
  const folder = configFolder(surroundings.env);
  const file = folder === undefined ? "a file for --config" : join(folder, "config.json");
  const isOpen = !options.flag("stdio") && !readSettings(options).needsToken;
  const lines = [
    project === undefined
      ? `Nothing is configured yet. Offered: ${names}.`
      : `Nothing is configured yet. Offered, for reading only, with the files of ${project}: ${names}.`,
    ...(project !== undefined && isOpen
      ? [
          "Every user of this machine can reach this port, and so read them; --require-token keeps others out.",
        ]
      : []),
    `What writes, runs commands or reaches the web is off. To choose yourself: ${CHOICE} in ${file}`,
    "",
  ];
  return `${lines.map((line) => toTerminalText(line)).join("\n")}\n`;
}
