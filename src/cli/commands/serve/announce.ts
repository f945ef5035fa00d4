/** Says where the gateway is, and how to tell clients about it. */
import type { Box } from "../../../box/box.ts";
import { countOf } from "../../output/count-of.ts";
import type { Terminal } from "../../terminal.ts";
import { urlOf } from "./url-of.ts";

export interface Announcement {
  readonly terminal: Terminal;
  readonly box: Box;
  readonly started: Promise<void>;
  readonly host: string;
  readonly port: number;
  readonly version: string;
  readonly wantsJson: boolean;
}

export function announce({ terminal, box, started, host, port, version, wantsJson }: Announcement): void {
  const { stdout, stderr, stderrStyle: style } = terminal;
  const url = urlOf(host, port);
  if (wantsJson) {
    stdout.write(`${JSON.stringify({ url, port, pid: process.pid, version })}\n`);
    return;
  }
  const lines = [
    `${style("bold", "Tacklebox")} serves ${style("cyan", url)}`,
    "",
    ...CLIENTS.map(([name, line]) => `  ${style("dim", name.padEnd(12))} ${line(url)}`),
    "",
    style("dim", "'tackle connect CLIENT' writes it into a client's configuration. Ctrl-C ends."),
  ];
  stderr.write(`${lines.join("\n")}\n`);
  void sayWhenStarted({ box, started, stderr });
}

async function sayWhenStarted({
  box,
  started,
  stderr,
}: Pick<Announcement, "box" | "started"> & Pick<Terminal, "stderr">): Promise<void> {
  await started;
  const statuses = box.status();
  const ready = statuses.filter(({ state }) => state === "ready" || state === "idle").length;
  const tools = countOf(box.catalog.tools.length, "tool");
  stderr.write(`${ready} of ${countOf(statuses.length, "server")} ready, ${tools}\n`);
}

type Line = (url: string) => string;

const CLIENTS: readonly (readonly [string, Line])[] = [
  ["Claude Code", (url) => `claude mcp add --transport http tacklebox ${url}`],
  ["Codex", (url) => `codex mcp add tacklebox --url ${url}`],
  ["Gemini", (url) => `gemini mcp add --transport http tacklebox ${url}`],
  ["VS Code", (url) => `code --add-mcp '${JSON.stringify({ name: "tacklebox", type: "http", url })}'`],
  ["Cursor", (url) => `${JSON.stringify({ mcpServers: { tacklebox: { url } } })} in ~/.cursor/mcp.json`],
];
