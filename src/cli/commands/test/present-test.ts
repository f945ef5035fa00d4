/** The outcome of `tackle test`, for people and for programs. */
import type { ServerLists, ServerState, ServerStatus } from "../../../types.ts";
import { toTerminalText } from "../../../util/terminal-text.ts";
import type { CommandResult } from "../../command.ts";
import { renderPairs } from "../../output/table.ts";
import type { Style } from "../../terminal.ts";

export interface TestSuccess {
  readonly status: ServerStatus;
  readonly lists: ServerLists;
  readonly ms: number;
}

export function presentSuccess({ status, lists, ms }: TestSuccess, style: Style): CommandResult {
  const { name, era, protocolVersion } = status;
  const { tools, resources, resourceTemplates, prompts, problems } = lists;
  const toolNames = tools.map((tool) => tool.name);
  const offers = {
    resources: resources.length,
    resourceTemplates: resourceTemplates.length,
    prompts: prompts.length,
  };
  const pairs: [string, string | undefined][] = [
    ["protocol", `${protocolVersion} (${era})`],
    ["tools", `${tools.length}${toolNames.length > 0 ? `: ${toolNames.join(", ")}` : ""}`],
    ["resources", `${offers.resources} and ${offers.resourceTemplates} templates`],
    ["prompts", String(offers.prompts)],
    ["left out", problems.length > 0 ? problems.join("; ") : undefined],
  ];
  const first = `${style("green", "ok")}  ${toTerminalText(name)} is ready after ${ms} ms`;
  const common = { ok: true, name, tools: tools.length, ms, error: null };
  return {
    json: { ...common, era, protocolVersion, toolNames, ...offers, problems },
    human: `${first}\n${renderPairs(pairs, style)}`,
  };
}

export interface TestFailure {
  readonly name: string;
  readonly state: ServerState | undefined;
  readonly reason?: string | undefined;
  readonly hint?: string | undefined;
  readonly ms: number;
  /** The server's last words. */
  readonly stderr: readonly string[];
}

export function presentFailure(failure: TestFailure, style: Style): CommandResult {
  const { name, state, ms, stderr, hint, reason: error = "it did not start" } = failure;
  // A reason that quotes stderr has said it already.
  const lastWords = error.includes("stderr") ? [] : stderr;
  const human = [
    `${style("red", "failed")}  ${toTerminalText(name)} after ${ms} ms`,
    toTerminalText(error, { keepNewlines: true }),
    ...(lastWords.length > 0 ? [style("dim", "its last words on stderr:")] : []),
    ...lastWords.map((line) => `  ${toTerminalText(line)}`),
    ...(hint === undefined ? [] : [toTerminalText(hint)]),
  ].join("\n");
  const json = { ok: false, name, tools: 0, ms, error, state, hint: hint ?? null, stderr };
  return { json, human, exitCode: 1 };
}
