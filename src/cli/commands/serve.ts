/** `tackle serve`: the whole box as one MCP server, over HTTP or over stdin and stdout, until it is told to stop. */
import { TackleError } from "../../errors.ts";
import type { Command, OptionValues } from "../command.ts";
import { noWords } from "../read-config.ts";

export const serveCommand: Command = {
  usage: ["serve", "serve --stdio"],
  description:
    "Offers all servers as one MCP server, to every client that connects: on http://127.0.0.1:4747/mcp, or with --stdio\n" +
    "to the one that started it. A profile has its own address (/mcp/NAME), and so has each server (/servers/NAME/mcp).\n" +
    "With --stdio it shares the servers of a 'tackle serve' that runs already with the same configuration.\n" +
    "Ctrl-C lets calls that are under way come to their end; a second Ctrl-C does not.",
  options: {
    port: {
      type: "string",
      short: "p",
      value: "PORT",
      description: "Port (default: 4747; 0 takes a free one)",
    },
    host: {
      type: "string",
      value: "ADDRESS",
      description: "Address (default: 127.0.0.1; others need a token)",
    },
    stdio: { type: "boolean", description: "Serve the client that started this process, over its pipes" },
    profile: { type: "string", value: "NAME", description: "With --stdio: what to show (default: default)" },
    "no-attach": {
      type: "boolean",
      description: "With --stdio: start servers even if 'tackle serve' runs already",
    },
    "require-token": { type: "boolean", description: "Ask for a token on loopback too" },
    "allow-host": { type: "string", multiple: true, value: "NAME", description: "A Host name to accept" },
    "allow-origin": {
      type: "string",
      multiple: true,
      value: "ORIGIN",
      description: "A web page's origin to accept",
    },
    "max-sessions": {
      type: "string",
      value: "N",
      description: "Most legacy sessions at once (default: 1000)",
    },
    "session-idle": {
      type: "string",
      value: "TIME",
      description: "End sessions unused for so long: 90s, 30m; a number alone is seconds (default: 30m)",
    },
  },
  examples: [
    ["tackle serve", "on http://127.0.0.1:4747/mcp"],
    ["tackle serve --stdio", "for a client that starts its servers itself"],
    ["tackle serve --port 0 --json", "for programs: {url, port, pid} when it is ready"],
    ["tackle serve --host 0.0.0.0", "for other machines; needs a token: tackle token create NAME"],
  ],
  async run(invocation) {
    noWords(invocation, "serve");
    const { options } = invocation;
    const nothing = { json: undefined, human: "" };
    if (options.flag("stdio") && !options.flag("no-attach")) {
      const { attachStdio } = await import("./serve/attach-stdio.ts");
      if (await attachStdio(invocation)) return nothing;
    }
    if (!invocation.options.flag("stdio")) refuseMisplaced(invocation.options);
    const { serveHttp, serveStdio } = await import("./serve/run.ts");
    await (options.flag("stdio") ? serveStdio(invocation) : serveHttp(invocation));
    return nothing;
  },
};

/** Over HTTP every profile has its own address; whoever asks for one here would be served them all. */
function refuseMisplaced(options: OptionValues): void {
  const profile = options.text("profile");
  if (profile === undefined) return;
  throw new TackleError({
    code: "usage",
    message: "--profile is for 'tackle serve --stdio'",
    hint: `Over HTTP each profile has its own address: /mcp/${profile}. A token can be limited to it: tackle token create NAME --profile ${profile}`,
  });
}
