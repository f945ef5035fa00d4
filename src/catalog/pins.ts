/**
 * A server's tools beside those that a person approved. A tool that changed after it was approved is found by its content;
 * one that came back under another name is found too, for otherwise a new name would get around every pin.
 */
import type { ToolDefinition } from "../types.ts";
import { fingerprintOf, hashContent, ownField } from "./fingerprint.ts";

export { describeDifference } from "./pins/describe-difference.ts";

/** A tool as it was when it was approved. */
export interface PinnedTool {
  readonly fingerprint: string;
  /** What defined it then, to show what changed; undefined when it was too large to keep. */
  readonly definition: ToolDefinition | undefined;
}

/** The approved tools of one server, by their own names. */
export type ServerPins = ReadonlyMap<string, PinnedTool>;

export interface PinComparison {
  readonly new: readonly ToolDefinition[];
  readonly same: readonly ToolDefinition[];
  readonly changed: readonly PinnedChange[];
  /** The same schema, and a new name in place of one that is gone. */
  readonly renamed: readonly PinnedChange[];
  readonly gone: readonly PinnedTool[];
}

export interface PinnedChange {
  readonly before: PinnedTool;
  readonly after: ToolDefinition;
}

export function comparePins(pinned: ServerPins, tools: readonly ToolDefinition[]): PinComparison {
  const unknown: ToolDefinition[] = [];
  const same: ToolDefinition[] = [];
  const changed: PinnedChange[] = [];
  for (const tool of tools) {
    const before = pinned.get(tool.name);
    if (before === undefined) unknown.push(tool);
    else if (before.fingerprint === fingerprintOf(tool)) same.push(tool);
    else changed.push({ before, after: tool });
  }
  const offered = new Set(tools.map(({ name }) => name));
  const missing = [...pinned].filter(([name]) => !offered.has(name)).map(([, pin]) => pin);
  const renamed = findRenames(missing, unknown);
  const [from, to] = [
    new Set(renamed.map(({ before }) => before)),
    new Set(renamed.map(({ after }) => after)),
  ];
  return {
    new: unknown.filter((tool) => !to.has(tool)),
    same,
    changed,
    renamed,
    gone: missing.filter((pin) => !from.has(pin)),
  };
}

/** Pairs what is gone with what is new: the same schema and description first, then the same schema. */
function findRenames(
  missing: readonly PinnedTool[],
  unknown: readonly ToolDefinition[],
): readonly PinnedChange[] {
  if (missing.length === 0 || unknown.length === 0) return [];
  const renames: PinnedChange[] = [];
  const free = new Set(unknown);
  const left = new Set(missing);
  for (const keyOf of [schemaAndDescription, schemaWithParameters]) {
    const byKey = Map.groupBy(free, (tool) => keyOf(tool) ?? "");
    for (const before of left) {
      const key = before.definition && keyOf(before.definition);
      const after = key === undefined ? undefined : byKey.get(key)?.shift();
      if (after === undefined) continue;
      renames.push({ before, after });
      left.delete(before);
      free.delete(after);
    }
  }
  return renames;
}

function schemaAndDescription(tool: ToolDefinition): string {
  return hashContent([tool.inputSchema, ownField(tool, "description")]);
}

/** Undefined for a tool without parameters: many have such a schema that have nothing else in common. */
function schemaWithParameters({ inputSchema }: ToolDefinition): string | undefined {
  const properties = ownField(inputSchema, "properties");
  const hasParameters =
    typeof properties === "object" && properties !== null && Object.keys(properties).length > 0;
  return hasParameters ? hashContent(inputSchema) : undefined;
}
