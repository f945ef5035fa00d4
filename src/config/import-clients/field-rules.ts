/**
 * What a key of another client's server means here. A rule reads the value, with line and column for what is wrong in it,
 * and puts it into the draft in our words; a client is then little more than a table of keys and rules.
 */
import type { ConfigNode, ConfigValue } from "../formats/node.ts";
import { readBoolean, readMap, readScalarText, readString, readStringList } from "../validate/read-values.ts";
import type { ReadContext } from "../validate/read-values.ts";
import { SERVER_FIELDS, TYPE_WORDS } from "../validate/server-fields.ts";
import { describeKind, wrong } from "../validate/wrong-value.ts";
import { addValues, type Draft } from "./draft.ts";

export interface ClientField {
  readonly key: string;
  readonly node: ConfigNode;
  readonly draft: Draft;
  /** Translates the references in a text. */
  readonly context: ReadContext;
}

export type FieldRule = (field: ClientField) => void;

/** One text. */
export function text(to: string): FieldRule {
  return ({ node, draft, context }) => put(draft, to, readString(node, contextFor(to, context)));
}

/** A list of texts, after what the field has already. */
export function words(to: string): FieldRule {
  return ({ node, draft, context }) => {
    const list = readStringList(node, contextFor(to, context));
    const before = draft.fields.get(to);
    if (list !== undefined && (list.length > 0 || before !== undefined))
      draft.fields.set(to, [...(Array.isArray(before) ? before : []), ...list]);
  };
}

/** A list of tool names, where `*` and an empty list mean all of them. */
export function toolNames(to: "includeTools" | "excludeTools"): FieldRule {
  return ({ node, draft, context }) => {
    const list = readStringList(node, contextFor(to, context)) ?? [];
    if (list.length > 0 && !(to === "includeTools" && list.includes("*"))) draft.fields.set(to, list);
  };
}

/** A map of texts. A value of null means "not set", which nothing here can say. */
export function textMap(to: string): FieldRule {
  return ({ key, node, draft, context }) => {
    if (node.kind !== "map") return void readMap(node, context, readScalarText);
    const isNull = (value: ConfigNode): boolean => value.kind === "scalar" && value.value === null;
    for (const entry of node.entries.filter(({ value }) => isNull(value)))
      draft.dropped.push({ field: `${key}.${entry.key}`, reason: "it unsets a variable" });
    const entries = node.entries.filter(({ value }) => !isNull(value));
    const values = readMap({ ...node, entries }, contextFor(to, context), readScalarText);
    if (values !== undefined && Object.keys(values).length > 0) addValues(draft, to, values);
  };
}

export function flag(to: string): FieldRule {
  return ({ node, draft, context }) => {
    const value = readBoolean(node, context);
    // What is the default here need not be written.
    if (value !== undefined && !(to === "enabled" && value)) draft.fields.set(to, value);
  };
}

export function opposite(to: string): FieldRule {
  return ({ node, draft, context }) => {
    const value = readBoolean(node, context);
    if (value === true) draft.fields.set(to, false);
  };
}

/** A duration in a unit of so many milliseconds. */
export function duration(to: string, unit: 1 | 1000): FieldRule {
  return ({ node, draft, context }) => {
    const value = node.kind === "scalar" ? Number(node.value) : Number.NaN;
    const milliseconds = Math.round(value * unit);
    if (milliseconds >= 1 && milliseconds < 2 ** 31) return void draft.fields.set(to, milliseconds);
    const fix = "Write it in digits, without a unit.";
    wrong(node, context, { expected: "a positive number", given: describeKind(node), fix });
  };
}

/** The program; or a list of it and its arguments; or a map of `path`, `args` and `env`. */
export const program: FieldRule = ({ key, node, draft, context }) => {
  const inner = contextFor("command", context);
  if (node.kind === "map") {
    const parts: Readonly<Record<string, FieldRule>> = {
      path: program,
      args: words("args"),
      env: textMap("env"),
    };
    for (const entry of node.entries) {
      const rule = Object.hasOwn(parts, entry.key) ? parts[entry.key] : undefined;
      if (rule === undefined) draft.dropped.push({ field: `${key}.${entry.key}`, reason: undefined });
      else rule({ key: entry.key, node: entry.value, draft, context });
    }
    return;
  }
  const [command, ...rest] =
    (node.kind === "list" ? readStringList(node, inner) : [readString(node, inner)]) ?? [];
  if (command === undefined) return;
  draft.fields.set("command", command);
  const args = draft.fields.get("args");
  const all = [...rest.filter((word) => word !== undefined), ...(Array.isArray(args) ? args : [])];
  if (all.length > 0) draft.fields.set("args", all);
};

/** The kind of server. `stdio` and `http` need not be written, because they follow from the other fields. */
export const kind: FieldRule = ({ node, draft }) => {
  const word = node.kind === "scalar" ? String(node.value) : "";
  const type = TYPE_WORDS.get(word);
  if (type === "sse") draft.fields.set("type", "sse");
  else if (type === undefined || type === "inprocess")
    draft.skipped = `Tacklebox has no servers of the type '${word.slice(0, 40)}'`;
};

/** An address of one certain kind. */
export function address(type: "http" | "sse"): FieldRule {
  return (field) => {
    text("url")(field);
    if (type === "sse") field.draft.fields.set("type", "sse");
  };
}

/** Names of variables that are passed on from the environment. */
export const passedOn: FieldRule = ({ node, draft, context }) => {
  if (node.kind !== "list") return void readStringList(node, context);
  for (const item of node.items) {
    const name = item.kind === "map" ? item.entries.find(({ key }) => key === "name")?.value : item;
    const variable = name === undefined ? undefined : readString(name, plain(context));
    if (variable !== undefined) addValues(draft, "env", { [variable]: `\${${variable}}` });
  }
};

/** Settings for signing in, with other words for some of them. */
export function signIn(spelling: Readonly<Record<string, string>> = {}): FieldRule {
  return ({ node, draft, context }) => {
    if (node.kind === "scalar" && typeof node.value === "boolean") return;
    const values = readMap<ConfigValue>(node, contextFor("oauth", context), (value, inner) => {
      if (value.kind === "list") return readStringList(value, inner);
      return value.kind === "scalar" && value.value !== null && typeof value.value !== "string"
        ? value.value
        : readScalarText(value, inner);
    });
    const renamed = Object.entries(values ?? {}).map(
      ([key, value]) => [spelling[key] ?? key, value] as const,
    );
    if (renamed.length > 0) addValues(draft, "oauth", Object.fromEntries(renamed));
  };
}

/** Says nothing to us and is nobody's loss. */
export const ignored: FieldRule = () => undefined;

/** It means something there that nothing here does. */
export function notCopied(reason: string): FieldRule {
  return ({ key, draft }) => void draft.dropped.push({ field: key, reason });
}

/** What may run without a question there says nothing about what may here. */
export const permission: FieldRule = (field) => {
  const { node } = field;
  const allowsNothing =
    node.kind === "list" ? node.items.length === 0 : node.kind === "scalar" && node.value === false;
  if (!allowsNothing) notCopied("what may run without a question is decided anew here")(field);
};

/** Variables from a file. */
export const variablesFile: FieldRule = notCopied(
  "put its variables into '.env' beside our file, or into 'env'",
);

function put(draft: Draft, to: string, value: ConfigValue | undefined): void {
  if (value !== undefined && value !== "") draft.fields.set(to, value);
}

/** References are translated only where ours would be replaced. */
function contextFor(to: string, context: ReadContext): ReadContext {
  return SERVER_FIELDS.get(to)?.expands === true ? context : plain(context);
}

function plain(context: ReadContext): ReadContext {
  return { ...context, readText: (given) => given };
}
