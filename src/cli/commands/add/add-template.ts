/**
 * Adds a server that has gaps: asks for what is missing, writes references into the configuration, and keeps the values of
 * variables in `.env` beside it. No value of a variable is ever written into the configuration or shown.
 */
import { addToEnvFile, envFileBeside, readEnvFile } from "../../../config/env-file.ts";
import { fillTemplate } from "../../../config/presets/fill-template.ts";
import type { Need, ServerTemplate } from "../../../config/presets/preset.ts";
import { toTerminalText } from "../../../util/terminal-text.ts";
import { addServer, targetFile } from "../../add-server.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { gatherAnswers } from "./gather-answers.ts";
import { withOptions } from "./with-options.ts";

export interface TemplateToAdd {
  readonly invocation: Invocation;
  readonly name: string;
  readonly template: ServerTemplate;
}

export interface AddedTemplate extends CommandResult {
  readonly json: Readonly<Record<string, unknown>>;
}

export async function addTemplate({ invocation, name, template }: TemplateToAdd): Promise<AddedTemplate> {
  const { surroundings, options, redactor } = invocation;
  const envFile = envFileBeside(targetFile(invocation));
  // A project's `.env` may be shared with others: what is secret is not for us to put there.
  const mayStore = options.text("scope") !== "project";
  const known = readEnvFile(envFile);
  const isSet = (variable: string): boolean =>
    (Object.hasOwn(surroundings.env, variable) && surroundings.env[variable] !== undefined) ||
    (Object.hasOwn(known, variable) && known[variable] !== undefined);

  const { needs = [] } = template;
  const answers = await gatherAnswers(needs, { invocation, isSet, mayStore });
  const { server, values, missing } = fillTemplate(template, {
    given: (need) => answers.get(need.name) ?? [],
    isSet,
  });
  for (const value of Object.values(values)) redactor.addSecret(value);

  // The values count from now on, though they are written only once the server is.
  const env = { ...surroundings.env, ...values };
  const withValues = { ...invocation, surroundings: { ...surroundings, env } };
  const added = await addServer(withValues, name, withOptions(server, invocation));
  const stored = Object.keys(values).sort();
  if (stored.length > 0) await addToEnvFile(envFile, values, surroundings.env);

  const unused = needs.filter((need) => !need.isRequired && !answers.has(need.name) && !isSet(need.name));
  const notes = [
    ...(stored.length === 0 ? [] : [`Kept in ${envFile}, for you alone: ${stored.join(", ")}`]),
    ...missing.map((need) => remarkOnMissing(need, { envFile, mayStore })),
    ...unused.map(({ name: variable, about }) => `Not needed, but possible: ${variable} (${about})`),
  ];
  const asked = missing.map(({ name: variable, about, from }) => ({
    name: variable,
    about,
    from: from ?? null,
  }));
  const json = { ...(added.json as Record<string, unknown>), missing: asked, stored, envFile };
  return { ...added, json, notes: [...(added.notes ?? []), ...notes.map((note) => toTerminalText(note))] };
}

function remarkOnMissing(
  { name, about, from }: Need,
  { envFile, mayStore }: { readonly envFile: string; readonly mayStore: boolean },
): string {
  const where = from === undefined ? "" : ` Get it: ${from}`;
  const place = mayStore ? `in the environment or in ${envFile}` : "in the environment";
  return `Set ${name} ${place}: ${about}.${where}`;
}
