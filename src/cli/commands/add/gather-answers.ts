/** What a person says to the questions of a template: in advance by `--set`, else on a terminal, where there is one. */
import type { Need } from "../../../config/presets/preset.ts";
import { TackleError } from "../../../errors.ts";
import { toTerminalText } from "../../../util/terminal-text.ts";
import { askText } from "../../ask-text.ts";
import type { Invocation } from "../../command.ts";
import { addUsage } from "./add-target.ts";
import { absolutePath } from "./with-options.ts";

export interface Gathering {
  readonly invocation: Invocation;
  /** Whether the variable has a value already. */
  readonly isSet: (variable: string) => boolean;
  /** Values of variables can be kept; otherwise they are not asked for. */
  readonly mayStore: boolean;
}

/** The answers by the names of the needs; what nobody answered is not in it. */
export async function gatherAnswers(
  needs: readonly Need[],
  gathering: Gathering,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { invocation, isSet, mayStore } = gathering;
  const { options, terminal, surroundings } = invocation;
  const answers = answersInAdvance(options.texts("set"), needs);
  const stored = needs.find((need) => need.kind === "variable" && answers.has(need.name));
  if (stored !== undefined && !mayStore) throw notForProjects(stored);

  const mayAsk = terminal.isInteractive && !options.flag("json");
  for (const need of needs) {
    const { name, kind, isRequired } = need;
    const isAnswered = answers.has(name) || (kind === "variable" && (isSet(name) || !mayStore));
    if (isAnswered || !mayAsk || !isRequired) continue;
    const answer = await askFor(need, invocation);
    if (answer === undefined) break;
    if (answer !== "") answers.set(name, [answer]);
  }
  for (const need of needs.filter(({ isPath }) => isPath === true)) {
    const given = answers.get(need.name);
    if (given !== undefined)
      answers.set(
        need.name,
        given.map((path) => absolutePath(path, surroundings)),
      );
  }
  return answers;
}

/** Undefined when the person ended the input, and so has nothing more to say. */
function askFor(need: Need, { terminal }: Invocation): Promise<string | undefined> {
  const { name, about, from, fallback, isSecret } = need;
  const where = from === undefined ? "" : ` (${from})`;
  const usual = fallback === undefined ? "" : ` [${fallback}]`;
  const question = `${toTerminalText(`${about}${where}`)}\n${toTerminalText(`${name}${usual}`)}:`;
  return askText(terminal, { question, isSecret });
}

function answersInAdvance(texts: readonly string[], needs: readonly Need[]): Map<string, readonly string[]> {
  const answers = new Map<string, readonly string[]>();
  for (const text of texts) {
    const [, key, value] = /^([^=]+)=([\s\S]*)$/.exec(text) ?? [];
    if (key === undefined || value === undefined) throw addUsage(`--set '${text.slice(0, 8)}…' has no value`);
    const need = needs.find(({ name }) => name.toLowerCase() === key.trim().toLowerCase());
    if (need === undefined) throw unknownNeed(key, needs);
    answers.set(need.name, [...(answers.get(need.name) ?? []), value]);
  }
  return answers;
}

function unknownNeed(key: string, needs: readonly Need[]): TackleError {
  const names = needs.map(({ name }) => name).join(", ");
  const hint = names === "" ? "It asks for nothing." : `It asks for: ${names}.`;
  return new TackleError({ code: "usage", message: `--set: '${key}' is not asked for`, hint });
}

function notForProjects({ name }: Need): TackleError {
  return new TackleError({
    code: "usage",
    message: `--set ${name} has no place to go: a project's '.env' may be shared with others`,
    hint: `Set ${name} in the environment; the configuration refers to it.`,
  });
}
