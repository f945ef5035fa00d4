/** `tackle skills test NAME [TOOL key=value…]`: loads a skill and shows its tools, or calls one of them. */
import type { Box } from "../../../box/box.ts";
import { codeNamesOf } from "../../../box/code/code-names.ts";
import type { Config } from "../../../config/config.ts";
import { messageOf, TackleError } from "../../../errors.ts";
import { SkillRunner } from "../../../servers/skills/run/skill-runner.ts";
import { signatureOf } from "../../../signature/signature-of.ts";
import type { InProcessServer, ServerDefinition } from "../../../types.ts";
import { isSkill } from "../../../util/skills/is-skill.ts";
import { toTerminalText } from "../../../util/terminal-text.ts";
import { readCallTimeout } from "../../call-timeout.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { withBox } from "../../open-box.ts";
import { readConfig, serverNamed } from "../../read-config.ts";
import { callAndPresent } from "../call.ts";
import { presentFailure } from "../test/present-test.ts";
import { missingWord } from "../../missing-word.ts";

export async function testSkill(invocation: Invocation): Promise<CommandResult> {
  const [name, tool, ...words] = [...invocation.words, ...(invocation.rest ?? [])];
  if (name === undefined) {
    throw missingWord("name of a skill", "skills test NAME [TOOL key=value…]");
  }
  const timeoutMs = readCallTimeout(invocation.options);
  const config = await readConfig(invocation);
  const server = serverNamed(config, name);
  if (server.status === "valid" && !isSkill(server.definition)) throw noSkill(name);
  const only: Config = { ...config, servers: new Map([[name, server]]) };
  return withBox(invocation, only, async (box, signal) => {
    const start = performance.now();
    showLog(box, invocation);
    await box.start();
    if (box.status()[0]?.state === "idle") await box.upstream(name).connect(); // it would have waited for a call
    const [status] = box.status();
    const ms = (): number => Math.round(performance.now() - start);
    const failure = { name, state: status?.state, stderr: [], reason: status?.reason, hint: status?.hint };
    const { style } = invocation.terminal;
    if (status?.state !== "ready") return presentFailure({ ...failure, ms: ms() }, style);
    if (tool !== undefined)
      return callAndPresent(`${name}.${tool}`, words, { invocation, box, signal, timeoutMs });
    const problem = await loadingProblem(box.upstream(name).definition, invocation, signal);
    if (problem !== undefined)
      return presentFailure(
        { ...failure, state: "failed", reason: problem.message, hint: problem.hint, ms: ms() },
        style,
      );
    return presentTools(box, ms(), invocation);
  });
}

/** What the skill prints, as it comes. */
function showLog(box: Box, { terminal }: Invocation): void {
  box.on("server-stderr", ({ line }) => {
    terminal.stderr.write(`${terminal.stderrStyle("dim", toTerminalText(line))}\n`);
  });
}

/** The list of tools needs no process; whether the module can be loaded shows only when it is. */
async function loadingProblem(
  definition: ServerDefinition,
  { terminal, surroundings }: Invocation,
  signal: AbortSignal,
): Promise<{ readonly message: string; readonly hint: string | undefined } | undefined> {
  const { name, cwd, env, options, timeout } = definition as InProcessServer; // every skill is one
  const runner = new SkillRunner({
    name,
    cwd,
    env,
    inherited: surroundings.env,
    file: String(options["file"]),
    hash: String(options["hash"]),
    onLog: (line) => terminal.stderr.write(`${terminal.stderrStyle("dim", toTerminalText(line))}\n`),
  });
  try {
    await runner.load(AbortSignal.any([signal, AbortSignal.timeout(timeout)]));
    return undefined;
  } catch (error) {
    return { message: messageOf(error), hint: error instanceof TackleError ? error.hint : undefined };
  } finally {
    await runner.close();
  }
}

function presentTools(box: Box, ms: number, { terminal }: Invocation): CommandResult {
  const names = codeNamesOf(box);
  const [status] = box.status();
  const name = status?.name ?? "";
  const lines = box.catalog.tools.map((tool) => signatureOf(tool, { detail: "line", names }).text);
  const tools = box.catalog.tools.map(({ tool, definition }) => ({ ...definition, name: tool }));
  const first = `${terminal.style("green", "ok")}  ${toTerminalText(name)} is loaded after ${ms} ms`;
  return {
    json: { ok: true, name, ms, error: null, tools },
    human: [first, ...lines.map((line) => toTerminalText(line))].join("\n"),
    notes: box.catalog.problems.map((problem) => toTerminalText(problem)),
  };
}

function noSkill(name: string): TackleError {
  return new TackleError({
    code: "usage",
    message: `'${name}' is a server and no skill`,
    hint: `Use: tackle test ${name}`,
  });
}
