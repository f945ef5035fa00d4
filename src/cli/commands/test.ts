/** `tackle test NAME`: starts one server, lists what it offers, says how long that took, and stops it. */
import type { Box } from "../../box/box.ts";
import type { Config, ConfiguredServer } from "../../config/config.ts";
import type { ServerStatus } from "../../types.ts";
import { quoteWords } from "../../util/split-words.ts";
import type { Command, CommandResult, Invocation } from "../command.ts";
import { placeOf } from "../output/place-of.ts";
import { withBox } from "../open-box.ts";
import { showProgress } from "../output/progress.ts";
import { oneName, readConfig, serverNamed } from "../read-config.ts";
import { readSwitchState } from "../switch-state.ts";
import { warnAboutServers } from "../warn-about-servers.ts";
import { presentFailure, presentSuccess } from "./test/present-test.ts";

export const testCommand: Command = {
  usage: ["test NAME"],
  description:
    "Starts one server, lists what it offers, shows how long that took, and stops it.\n" +
    "On failure it gives the reason with the server's own last words. Exit code 1 when the server cannot be used.",
  examples: [
    ["tackle test files", "does it work?"],
    ["tackle test files --json", "for programs: {ok, name, tools, ms, error}"],
    ["tackle test files --debug", "with every message in both directions"],
  ],
  async run(invocation) {
    const name = oneName(invocation, "test NAME");
    const config = await readConfig(invocation);
    const server = serverNamed(config, name);
    const only: Config = { ...config, servers: new Map([[name, server]]) };
    warnAboutServers(invocation, only);
    const hideProgress = showProgress(invocation.terminal, `starting ${quoteWords([name])}…`);
    return withBox(invocation, only, (box) => testServer(box, server, invocation)).finally(hideProgress);
  },
};

async function testServer(
  box: Box,
  server: ConfiguredServer,
  invocation: Invocation,
): Promise<CommandResult> {
  const { name } = server;
  const { style } = invocation.terminal;
  const stderr: string[] = [];
  box.on("server-stderr", ({ line }) => {
    stderr.push(line);
    if (stderr.length > MAX_STDERR_LINES) stderr.shift();
  });
  const start = performance.now();
  await box.start();
  if (box.status()[0]?.state === "idle") await box.upstream(name).connect(); // it would have waited for a call
  const ms = Math.round(performance.now() - start);
  const [status] = box.status();
  if (status?.state === "ready")
    return presentSuccess({ status, lists: box.upstream(name).lists, ms }, style);
  const why = status?.state === "disabled" ? await explainDisabled(server, status) : status;
  return presentFailure({ name, state: status?.state, ...why, ms, stderr: lastStart(stderr) }, style);
}

const MAX_STDERR_LINES = 40;

/** The next step depends on who switched it off: its entry, or the whole file. */
async function explainDisabled(
  { name, origin }: ConfiguredServer,
  { hint }: ServerStatus,
): Promise<Pick<ServerStatus, "reason" | "hint">> {
  const reason = `Server '${name}' is switched off in ${placeOf(origin)}`;
  const isInFile = origin.scope !== "environment";
  const fileSwitch = isInFile ? (await readSwitchState(origin.file, name)).fileSwitch : undefined;
  if (fileSwitch === undefined) return { reason, hint };
  return {
    reason,
    hint: `'${fileSwitch}' is false there, which switches the whole file off; set it to true.`,
  };
}

/** Finding out which protocol a server speaks may take a second start; one that says the same again is shown once. */
function lastStart(lines: readonly string[]): readonly string[] {
  for (let count = Math.floor(lines.length / 2); count > 0; count--) {
    const last = lines.slice(-count);
    const before = lines.slice(-2 * count, -count);
    if (last.every((line, index) => line === before[index])) return last;
  }
  return lines;
}
