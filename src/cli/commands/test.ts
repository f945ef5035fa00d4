/** `tackle test NAME`: starts one server, lists what it offers, says how long that took, and stops it. */
import type { Config } from "../../config/config.ts";
import type { Box } from "../../box/box.ts";
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Command, CommandResult, Invocation } from "../command.ts";
import { withBox } from "../open-box.ts";
import { oneName, readConfig, serverNamed } from "../read-config.ts";
import { renderPairs } from "../output/table.ts";

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
    return withBox(invocation, only, (box) => testServer(box, name, invocation));
  },
};

async function testServer(box: Box, name: string, { terminal }: Invocation): Promise<CommandResult> {
  const stderr: string[] = [];
  box.on("server-stderr", ({ line }) => {
    stderr.push(line);
    if (stderr.length > 20) stderr.shift();
  });
  const start = performance.now();
  await box.start();
  if (box.status()[0]?.state === "idle") await box.server(name).connect(); // it would have waited for a call
  const ms = Math.round(performance.now() - start);
  const [status] = box.status();
  const ok = status?.state === "ready";
  const { style } = terminal;

  if (!ok) {
    const error = status?.reason ?? "it did not start";
    const lastWords = error.includes("stderr") ? [] : stderr;
    const human = [
      `${style("red", "failed")}  ${toTerminalText(name)} after ${ms} ms`,
      toTerminalText(error, { keepNewlines: true }),
      ...(lastWords.length > 0
        ? [style("dim", "its last words on stderr:"), ...lastWords.map((line) => `  ${toTerminalText(line)}`)]
        : []),
      ...(status?.hint === undefined ? [] : [toTerminalText(status.hint)]),
    ].join("\n");
    const json = { ok, name, tools: 0, ms, error, state: status?.state, hint: status?.hint ?? null, stderr };
    return { json, human, exitCode: 1 };
  }

  const { lists } = box.server(name);
  const { tools, resources, resourceTemplates, prompts, problems } = lists;
  const names = tools.map((tool) => tool.name);
  const offers = {
    resources: resources.length,
    resourceTemplates: resourceTemplates.length,
    prompts: prompts.length,
  };
  const human = [
    `${style("green", "ok")}  ${toTerminalText(name)} is ready after ${ms} ms`,
    renderPairs(
      [
        ["protocol", `${status.protocolVersion} (${status.era})`],
        ["tools", `${tools.length}${names.length > 0 ? `: ${names.join(", ")}` : ""}`],
        ["resources", `${offers.resources} and ${offers.resourceTemplates} templates`],
        ["prompts", String(offers.prompts)],
        ["left out", problems.length > 0 ? problems.join("; ") : undefined],
      ],
      style,
    ),
  ].join("\n");
  const { era, protocolVersion } = status;
  return {
    json: {
      ok,
      name,
      tools: tools.length,
      ms,
      error: null,
      era,
      protocolVersion,
      toolNames: names,
      ...offers,
      problems,
    },
    human,
  };
}
