/** `tackle config show|validate|path|edit`. */
import type { Command, Option } from "../command.ts";
import { noSubcommand } from "../subcommands.ts";

const EDIT_OPTIONS = {
  scope: {
    type: "string",
    short: "s",
    value: "user|project",
    choices: ["user", "project"],
    description: "Which file 'edit' opens (default: user, or the file of --config)",
  },
} as const satisfies Record<string, Option>;

export const configCommand: Command = {
  usage: ["config show", "config validate [FILE…]", "config path", "config edit"],
  description: [
    "Shows the configuration and where each part comes from, checks it, prints its files, or opens it in an editor.",
    "",
    "Sources, highest first; a server in a higher one replaces the whole entry below it:",
    "  the variable TACKLE_MCP_SERVERS (JSON)",
    "  --config FILE, or the variable TACKLE_CONFIG",
    "  the project's .mcp.json and tackle.{yaml,toml,json}, from here upwards",
    "  ~/.config/tacklebox/config.{yaml,toml,json}",
    "",
    "Accepted shapes, in JSON with comments, YAML and TOML alike:",
    `  {"mcpServers": {NAME: {…}}}`,
    `  {"mcp": {"enabled": true, "servers": {NAME: {…}}, "globalSettings": {…}}}`,
    "  mcp.servers: [{name, …}]",
    "  tools.mcp_servers: [{name, …}] with tools.builtin: […]",
    "  [mcp.NAME] tables",
    "  a bare list [{name, …}]",
  ].join("\n"),
  options: EDIT_OPTIONS,
  examples: [
    ["tackle config show", "which source each server came from"],
    ["tackle config validate", "every problem at once; exit code 2 when one is an error"],
    ["tackle config edit --scope project", "open the project's file in $EDITOR"],
    ["tackle config validate --help", "more on one of them"],
  ],
  parts: {
    show: {
      usage: ["config show"],
      description: "Shows the sources in their order, every server with its place, and what is wrong.",
      examples: [["tackle config show --json", "for programs: {sources, servers, settings, problems}"]],
    },
    validate: {
      usage: ["config validate [FILE…]"],
      description:
        "Checks the configuration, or only the files given, without running anything. Every problem comes with file, line,\n" +
        "column and a fix. Exit code 2 when one is an error; warnings alone end with 0, unless --strict is given.",
      examples: [
        ["tackle config validate", "all that is read from here"],
        ["tackle config validate ./mcp.json --strict", "one file; a warning is a problem, too"],
      ],
    },
    path: {
      usage: ["config path"],
      description:
        "Prints the files that are read, where an edit would go, and the folder for logs and approvals.",
      examples: [["tackle config path --json", "for programs: {user, project, state, sources}"]],
    },
    edit: {
      usage: ["config edit"],
      description:
        "Opens the file in the editor of VISUAL or EDITOR, creates it where it does not exist yet, and checks what comes back.",
      options: EDIT_OPTIONS,
      examples: [["tackle config edit --scope project", "the project's file"]],
    },
  },
  async run(invocation) {
    const [verb = "show", ...words] = invocation.words;
    const inner = { ...invocation, words };
    switch (verb) {
      case "show":
        return (await import("./config/show.ts")).showConfig(inner);
      case "validate":
        return (await import("./config/validate.ts")).validateConfig(inner);
      case "path":
        return (await import("./config/path.ts")).configPaths(inner);
      case "edit":
        return (await import("./config/edit.ts")).editConfig(inner);
      default:
        throw noSubcommand("config", verb);
    }
  },
};
