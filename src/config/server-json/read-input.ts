/**
 * An input of a `server.json`: a fixed text, a text with gaps, or something to ask for. What comes out is a text in our
 * syntax, with a reference for each gap, and the needs that fill them.
 */
import type { ConfigNode } from "../formats/node.ts";
import type { Need } from "../presets/preset.ts";
import { fieldOf, isTrue, textOf } from "./read-texts.ts";

export interface Input {
  /** Undefined when there is nothing to write: it is optional, and nothing is known. */
  readonly text: string | undefined;
  readonly needs: readonly Need[];
}

export interface InputNaming {
  /** The variable for the input as a whole. */
  readonly name: string;
  /** What the names of variables inside of it begin with. */
  readonly prefix: string;
  /** Arguments are written into the configuration unless they are secret. */
  readonly isArgument: boolean;
}

export function readInput(node: ConfigNode, { name, prefix, isArgument }: InputNaming): Input {
  const value = textOf(node, "value");
  if (value !== undefined) return readGaps(node, value, prefix);
  const need = needOf(node, name, isArgument);
  const isKnown = need.isRequired || need.fallback !== undefined;
  return { text: isKnown ? `\${${name}}` : undefined, needs: [need] };
}

/** `Bearer {token}` with `variables: {token: …}`; braces that no variable explains are text. */
export function readGaps(node: ConfigNode, template: string, prefix: string): Input {
  const variables = fieldOf(node, "variables");
  const needs: Need[] = [];
  let text = "";
  // What is literal is collected and escaped as a whole: two harmless pieces could make a reference together.
  let pending = "";
  for (const part of template.split(/(\{[A-Za-z_][\w.-]*\})/)) {
    const key = /^\{(.+)\}$/.exec(part)?.[1];
    const variable = key === undefined || variables === undefined ? undefined : fieldOf(variables, key);
    const fixed = variable === undefined ? part : textOf(variable, "value");
    if (key === undefined || variable === undefined || fixed !== undefined || pending.endsWith("$")) {
      pending += fixed ?? part;
      continue;
    }
    const { fallback, ...need } = needOf(variable, variableName(prefix, key), true);
    const isPlain = fallback !== undefined && !/[${}]/.test(fallback);
    needs.push({ ...need, isRequired: true, ...(isPlain ? { fallback } : {}) });
    text += `${literal(pending)}\${${need.name}}`;
    pending = "";
  }
  return { text: text + literal(pending), needs };
}

function needOf(node: ConfigNode, name: string, isArgument: boolean): Need {
  const isSecret = isTrue(node, "isSecret");
  const kind = isArgument && !isSecret ? "argument" : "variable";
  const given = textOf(node, "default");
  // In a reference a default ends at the first brace; what cannot stand there has to be typed.
  const fallback = kind === "variable" && /[${}]/.test(given ?? "") ? undefined : given;
  const from = textOf(node, "placeholder");
  return {
    name,
    about: textOf(node, "description") ?? name,
    isRequired: isTrue(node, "isRequired"),
    isSecret,
    kind,
    ...(from === undefined ? {} : { from: `such as ${from}` }),
    ...(fallback === undefined ? {} : { fallback: literal(fallback) }),
    ...(textOf(node, "format") === "filepath" && isArgument ? { isPath: true } : {}),
  };
}

/** `$${` is a literal `${` here. */
export function literal(text: string): string {
  return text.replaceAll("${", "$$${");
}

/** `weather`, `api-key` → `WEATHER_API_KEY`. */
export function variableName(...words: readonly string[]): string {
  const name = words
    .join("_")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  return /^[A-Z]/.test(name) ? name : `_${name}`;
}
