/** Says where the gateway is, and how to tell clients about it. */
import type { Box } from "../../../box/box.ts";
import type { ServerDefinition, ServerState, ServerStatus } from "../../../types.ts";
import { countOf } from "../../output/count-of.ts";
import type { Terminal } from "../../terminal.ts";
import { explainStatus } from "../../output/explain-status.ts";
import { clientLines } from "./client-lines.ts";
import type { ServeSettings } from "./settings.ts";
import { urlOf } from "./url-of.ts";

export interface Announcement {
  readonly terminal: Terminal;
  readonly box: Box;
  readonly started: Promise<void>;
  readonly settings: Pick<ServeSettings, "host" | "needsToken">;
  readonly port: number;
  readonly version: string;
  readonly wantsJson: boolean;
}

export function announce(announcement: Announcement): void {
  const { terminal, settings, port, version, wantsJson } = announcement;
  const { stdout, stderr, stderrStyle: style } = terminal;
  const { host, needsToken } = settings;
  const url = urlOf(host, port);
  if (wantsJson) {
    stdout.write(`${JSON.stringify({ url, port, pid: process.pid, version })}\n`);
    return;
  }
  const lines = [
    `${style("bold", "Tacklebox")} serves ${style("cyan", url)}`,
    ...(isEverywhere(host) ? ["It listens on all addresses of this machine, for others too."] : []),
    ...(needsToken
      ? ["Every client needs a token: tackle token create NAME, then set it as TACKLE_TOKEN."]
      : []),
    "",
    ...clientLines(url, needsToken).map(([name, line]) => `  ${style("dim", name.padEnd(12))} ${line}`),
    "",
    style("dim", "'tackle connect CLIENT' writes it into a client's configuration. Ctrl-C ends."),
  ];
  stderr.write(`${lines.join("\n")}\n`);
  void sayHowServersAre(announcement);
}

function isEverywhere(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

/** When they have started, and whenever one fails or the configuration is another. */
async function sayHowServersAre({ terminal, box, started, settings }: Announcement): Promise<void> {
  const { stderr } = terminal;
  await started;
  if (!settings.needsToken) stderr.write(warnOfOpenPort(box));
  const statuses = box.status();
  const off = statuses.filter(({ state }) => state === "disabled").length;
  const ready = statuses.filter(({ state }) => state === "ready" || state === "idle").length;
  const tools = countOf(box.catalog.tools.length, "tool");
  const others = off === 0 ? "" : ` (${off} switched off)`;
  stderr.write(`${ready} of ${countOf(statuses.length - off, "server")} ready${others}, ${tools}\n`);
  const explain = (status: ServerStatus): void => {
    const why = TROUBLED.has(status.state) ? explainStatus(status) : undefined;
    if (why !== undefined) stderr.write(`${why}\n`);
  };
  for (const status of statuses) explain(status);
  box.on("server-state", explain);
  box.on("config-change", ({ config }) => {
    stderr.write(`The configuration changed: ${countOf(config.servers.size, "server")}\n`);
  });
}

/** Built-in servers with which whoever reaches the port can do what its user can. */
const POWERFUL: ReadonlySet<string> = new Set(["bash", "edit"]);

function warnOfOpenPort({ config }: Box): string {
  const names = [...config.servers.values()].flatMap((server) =>
    server.status === "valid" && isPowerful(server.definition) ? [server.definition.name] : [],
  );
  if (names.length === 0) return "";
  const list = names.join(" and ");
  return `Every user of this machine can reach this port, and so use ${list} as you; --require-token keeps others out.\n`;
}

function isPowerful(server: ServerDefinition): boolean {
  return server.type === "inprocess" && server.enabled && POWERFUL.has(server.builtin);
}

const TROUBLED: ReadonlySet<ServerState> = new Set(["failed", "invalid", "untrusted", "needs-auth"]);
