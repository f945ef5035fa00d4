/**
 * A template and what is known → the server to write. Arguments are put in place; variables stay references, so that no
 * secret ever gets into the configuration by this way.
 */
import type { WrittenServer } from "../edit-file.ts";
import { isValueMap, type ConfigValue } from "../formats/node.ts";
import type { Need, ServerTemplate } from "./preset.ts";

export interface Answers {
  /** What was given for a need, in its order; an argument may have several values. */
  given(need: Need): readonly string[];
  /** Whether the variable has a value already. */
  isSet(name: string): boolean;
}

export interface FilledTemplate {
  readonly server: WrittenServer;
  /** Values of variables, to be kept outside of the configuration. */
  readonly values: Readonly<Record<string, string>>;
  /** What is required and still unknown. */
  readonly missing: readonly Need[];
}

export function fillTemplate({ server, needs = [] }: ServerTemplate, answers: Answers): FilledTemplate {
  let filled = server;
  const values: Record<string, string> = {};
  const missing: Need[] = [];
  for (const need of needs) {
    const given = answers.given(need);
    const known = given.length > 0 ? given : need.fallback === undefined ? [] : [need.fallback];
    if (need.kind === "argument") {
      if (known.length > 0) filled = putInPlace(filled, need.name, known);
      else if (need.isRequired) missing.push(need);
      else filled = putInPlace(filled, need.name, []);
      continue;
    }
    const isKnown = given.length > 0 || answers.isSet(need.name);
    if (given[0] !== undefined) values[need.name] = given[0];
    if (isKnown || need.isRequired || need.fallback !== undefined) filled = refer(filled, need);
    if (!isKnown && need.isRequired && need.fallback === undefined) missing.push(need);
  }
  return { server: filled, values, missing };
}

/** A word that is nothing but the reference becomes as many words as there are values. */
function putInPlace(server: WrittenServer, name: string, values: readonly string[]): WrittenServer {
  const reference = `\${${name}}`;
  const replaced = (value: ConfigValue): ConfigValue => {
    if (typeof value === "string") return value.replaceAll(reference, () => values[0] ?? "");
    if (isList(value))
      return value.flatMap((item): readonly ConfigValue[] =>
        item === reference ? values : [replaced(item)],
      );
    if (typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaced(inner)]));
  };
  return Object.fromEntries(Object.entries(server).map(([key, value]) => [key, replaced(value)]));
}

/** Where the texts do not name the variable yet, it goes to its header, or to `env` under its own name. */
function refer(server: WrittenServer, need: Need): WrittenServer {
  const { name, fallback, header } = need;
  const reference = fallback === undefined ? `\${${name}}` : `\${${name}:-${fallback}}`;
  if (JSON.stringify(server).includes(`\${${name}}`))
    return fallback === undefined ? server : putInPlace(server, name, [reference]);
  const [field, key, value] =
    header === undefined ? (["env", name, reference] as const) : (["headers", ...header] as const);
  const before = server[field];
  return { ...server, [field]: { ...(isValueMap(before) ? before : {}), [key]: value } };
}

function isList(value: ConfigValue): value is readonly ConfigValue[] {
  return Array.isArray(value);
}
