/** One tool of the catalog: what its server defined, the name by which all call it, and what is known against it. */
import type { PolicySettings, ToolDefinition, ToolRef } from "../types.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { inspectDefinition, type TextFinding } from "./inspect-text.ts";
import { comparePins, type PinComparison, type ServerPins } from "./pins.ts";

/** A tool as its server offers it, before it has a name in the catalog. */
export interface OfferedTool extends ToolRef {
  readonly definition: ToolDefinition;
}

export interface CatalogTool extends OfferedTool {
  /** Under the catalog's strategy; unique. */
  readonly name: string;
  /** Worked out when it is first read, like all that follows. */
  readonly fingerprint: string;
  /** How it stands to what was approved. */
  readonly pin: PinStatus;
  /** Changed, or come under a new name, since it was approved, and not to be called until a person has looked. */
  readonly held: boolean;
  readonly findings: readonly TextFinding[];
}

export type PinStatus = "new" | "same" | "changed" | "renamed";

export interface NamedTools {
  readonly offered: readonly OfferedTool[];
  /** In the order of the tools. */
  readonly names: readonly string[];
  readonly pins: ServerPins;
  readonly drift: PolicySettings["drift"];
}

/** The catalog's tools of one server. Nothing is hashed or inspected before somebody asks. */
export function catalogTools({ offered, names, pins, drift }: NamedTools): readonly CatalogTool[] {
  const statuses = lazily(() =>
    pinStatuses(
      comparePins(
        pins,
        offered.map(({ definition }) => definition),
      ),
    ),
  );
  const statusOf = (definition: ToolDefinition) =>
    pins.size === 0 ? "new" : (statuses().get(definition) ?? "new");
  return offered.map(({ server, tool, definition }, index) => ({
    server,
    tool,
    definition,
    name: names[index] ?? "",
    get fingerprint() {
      return fingerprintOf(definition);
    },
    get pin() {
      return statusOf(definition);
    },
    get held() {
      return drift === "hold" && ["changed", "renamed"].includes(statusOf(definition));
    },
    get findings() {
      return inspectDefinition(definition);
    },
  }));
}

function pinStatuses({ same, changed, renamed }: PinComparison): ReadonlyMap<ToolDefinition, PinStatus> {
  const statuses = new Map<ToolDefinition, PinStatus>();
  for (const tool of same) statuses.set(tool, "same");
  for (const { after } of changed) statuses.set(after, "changed");
  for (const { after } of renamed) statuses.set(after, "renamed");
  return statuses;
}

/** A value that is made at the first call and kept. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
