/**
 * All texts of a definition that a model could read: every string and every name in it, wherever a server may have put
 * them. Goes no deeper than its limit, and only as far as somebody takes the texts.
 */
import type { JsonObject } from "../../types.ts";
import { showSafely } from "./finding.ts";

const MAX_DEPTH = 100;
const MAX_WHERE_CHARS = 160;

/** Not read by models, large, and full of what looks suspicious in prose. */
const SKIPPED = new Set(["icons", "_meta"]);

interface Pending {
  readonly value: unknown;
  readonly path: Path | undefined;
}

export interface TextOfDefinition {
  readonly text: string;
  readonly path: Path | undefined;
}

/** Where a text stands, as a linked list: most places are never written out. */
export interface Path {
  readonly parent: Path | undefined;
  readonly key: string;
  readonly depth: number;
}

/** The texts in the order of the definition. */
export function* textsOf(definition: JsonObject): Generator<TextOfDefinition> {
  const pending: Pending[] = [{ value: definition, path: undefined }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, path } = next;
    if (typeof value === "string") {
      yield { text: value, path };
      continue;
    }
    if (typeof value !== "object" || value === null || (path?.depth ?? 0) >= MAX_DEPTH) continue;
    const isList = Array.isArray(value);
    for (const [key, inner] of Object.entries(value).toReversed()) {
      if (path === undefined && SKIPPED.has(key)) continue;
      const innerPath = { parent: path, key, depth: (path?.depth ?? 0) + 1 };
      pending.push({ value: inner, path: innerPath });
      // A parameter's name is a text as well; those of the schema language are not worth a look.
      if (!isList && !KEYWORDS.has(key)) pending.push({ value: key, path: innerPath });
    }
  }
}

const KEYWORDS = new Set(
  "name title description inputSchema outputSchema annotations type properties required items enum default const".split(
    " ",
  ),
);

/** A path as a person writes it, `inputSchema.properties.path`; safe to show. */
export function showPath(path: Path | undefined): string {
  const keys: string[] = [];
  for (let step = path; step !== undefined; step = step.parent) keys.push(step.key.slice(0, MAX_WHERE_CHARS));
  return showSafely(keys.toReversed().join(".").slice(0, MAX_WHERE_CHARS));
}
