/** How tools are searched. A misspelt key would leave the search as it is without a word, so it is refused. */
import type { EmbedderSettings, SearchSettings } from "../../types.ts";
import { HiddenText } from "../../util/hidden-text.ts";
import { nearest } from "../../util/nearest.ts";
import { addressFault } from "../../util/web-address.ts";
import type { ConfigNode } from "../formats/node.ts";
import { readChoice, readInteger, readMap, readString, type ReadContext } from "./read-values.ts";
import { describeKind, describeValue, wrong } from "./wrong-value.ts";

export const DEFAULT_SEARCH: SearchSettings = { embedder: undefined };

export function readSearch(node: ConfigNode, context: ReadContext): SearchSettings | undefined {
  const written = readMap(node, context, (value, inner) =>
    keyOf(inner, context) === "embedder"
      ? readEmbedder(value, inner)
      : unknownKey(value, { inner, context, known: ["embedder"] }),
  );
  return written === undefined ? undefined : { ...DEFAULT_SEARCH, ...written };
}

const KEYS = {
  openai: ["type", "url", "model", "apiKey", "timeout", "weight"],
  local: ["type", "weight"],
} as const;

function readEmbedder(node: ConfigNode, context: ReadContext): EmbedderSettings | undefined {
  const typeNode = node.kind === "map" ? node.entries.find(({ key }) => key === "type")?.value : undefined;
  if (typeNode === undefined) {
    const fix = 'Write {"type": "openai", "url": …, "model": …} or {"type": "local"}.';
    return wrong(node, context, { expected: "a map with 'type'", given: describeKind(node), fix });
  }
  const type = readChoice(typeNode, { ...context, field: `${context.field}.type` }, ["openai", "local"]);
  if (type === undefined) return undefined;
  const known: readonly string[] = KEYS[type];
  const values = readMap(node, context, (value, inner) => {
    const key = keyOf(inner, context);
    return known.includes(key) ? readField(key, value, inner) : unknownKey(value, { inner, context, known });
  });
  if (values === undefined) return undefined;
  const weight = numberOf(values["weight"]);
  if (type === "local") return { type, weight };
  const [url, model, apiKey] = [values["url"], values["model"], values["apiKey"]];
  if (typeof url !== "string" || typeof model !== "string") {
    const given = typeof url === "string" ? "one without 'model'" : "one without 'url'";
    const fix = 'For example {"type": "openai", "url": "https://api.openai.com/v1", "model": "…"}.';
    return wrong(node, context, { expected: "a map with 'url' and 'model'", given, fix });
  }
  const isKey = typeof apiKey === "string" && apiKey !== "";
  return {
    type,
    url,
    model,
    apiKey: isKey ? new HiddenText(apiKey) : undefined,
    timeout: numberOf(values["timeout"]),
    weight,
  };
}

function readField(key: string, node: ConfigNode, context: ReadContext): string | number | undefined {
  if (key === "timeout") return readInteger(node, context);
  if (key === "weight") return readWeight(node, context);
  if (key === "type") return readChoice(node, context, ["openai", "local"]);
  const text = readString(node, context);
  if (key !== "url" || text === undefined || addressFault(text) === undefined) return text;
  const fix = "Write it up to the version, without a user name: https://api.openai.com/v1.";
  // Not as it is: what came out of a variable may be a secret.
  return wrong(node, context, { expected: "a web address", given: "something else", fix });
}

const HEAVIEST = 10;

function readWeight(node: ConfigNode, context: ReadContext): number | undefined {
  const value = node.kind === "scalar" ? node.value : undefined;
  if (typeof value === "number" && value > 0 && value <= HEAVIEST) return value;
  const expected = `a number above 0, up to ${HEAVIEST}`;
  return wrong(node, context, { expected, given: describeValue(node), fix: "Leave it out for 0.4." });
}

function numberOf(value: string | number | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function keyOf(inner: ReadContext, { field }: ReadContext): string {
  return inner.field.slice(field.length + 1);
}

interface UnknownKey {
  readonly inner: ReadContext;
  readonly context: ReadContext;
  readonly known: readonly string[];
}

function unknownKey(node: ConfigNode, { inner, context, known }: UnknownKey): undefined {
  const key = keyOf(inner, context);
  const [likely] = nearest(key, known);
  const fix = likely === undefined ? `Known: ${known.join(", ")}.` : `Did you mean '${likely}'?`;
  const message = `Unknown key '${key}' in '${context.field}'`;
  context.report({ severity: "error", at: node.at, field: inner.field, message, fix });
}
