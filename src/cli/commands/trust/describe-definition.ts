/** The exact definition of a server, never cut and never masked: a person decides on what they can see. */
import type { ValidServer } from "../../../config/config.ts";
import { skillFile, targetOf } from "../../describe-server.ts";
import { quoteWords } from "../../../util/split-words.ts";
import { renderPairs } from "../../output/table.ts";
import type { Style } from "../../terminal.ts";

export function describeDefinition({ name, origin, subject }: ValidServer, style: Style): string {
  const address = subject.url ?? skillFile(subject);
  const pairs: [string, string | undefined][] = [
    ["server", name],
    ["defined in", `${origin.file}:${origin.line}`],
    [labelOfTarget(subject), address === undefined ? targetOf(subject) : quoteWords([address])],
    ["in folder", subject.cwd === undefined ? undefined : quoteWords([subject.cwd])],
    ["processes", subject.instances === undefined ? undefined : String(subject.instances)],
    ...named("variable", subject.env),
    ...named("header", subject.headers),
    ...named("oauth", subject.oauth),
    ...named("option", subject.options),
    ...named("from the project's .env", subject.projectVariables),
  ];
  return renderPairs(pairs, style);
}

function labelOfTarget(subject: ValidServer["subject"]): string {
  const { command, url } = subject;
  if (command !== undefined || skillFile(subject) !== undefined) return "runs";
  return url === undefined ? "built-in" : "connects to";
}

function named(label: string, values: Readonly<Record<string, unknown>> = {}): [string, string][] {
  // Quoted, so that a control character is shown as what it is and cannot take a part of the value with it.
  return Object.entries(values).map(([name, value]) => [label, quoteWords([`${name}=${String(value)}`])]);
}
