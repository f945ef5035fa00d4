/** `tackle config show|validate|path|edit`. */
import { TackleError } from "../../errors.ts";
import type { Command } from "../command.ts";

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
  options: {
    scope: {
      type: "string",
      short: "s",
      value: "user|project",
      choices: ["user", "project"],
      description: "Which file 'edit' opens (default: user)",
    },
  },
  examples: [
    ["tackle config show", "which source each server came from"],
    ["tackle config validate", "every problem at once; exit code 2 when there is one"],
    ["tackle config validate ./mcp.json --strict", "one file; a warning is a problem, too"],
    ["tackle config edit --scope project", "open the project's file in $EDITOR"],
  ],
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
        throw new TackleError({
          code: "usage",
          message: `There is no 'config ${verb}'`,
          hint: "Use show, validate, path or edit.",
        });
    }
  },
};
