/**
 * The tool that someone means by a name. What is remembered of the servers usually answers without starting one; where it
 * does not, the servers are asked, because one of them may have a new tool.
 */
import type { CatalogTool, NameResolution, Snapshot } from "../catalog/snapshot.ts";
import { TackleError } from "../errors.ts";

export interface ToolFinder {
  readonly catalog: Snapshot;
  startLazily(): Promise<void>;
  start(): Promise<void>;
}

export async function findTool(name: string, box: ToolFinder): Promise<CatalogTool> {
  await box.startLazily();
  const remembered = box.catalog.get(name);
  if (remembered.kind === "found") return remembered.ref;
  await box.start();
  const found = box.catalog.get(name);
  if (found.kind === "found") return found.ref;
  throw notFound(name, found);
}

export function notFound(
  name: string,
  resolution: Exclude<NameResolution<CatalogTool>, { kind: "found" }>,
): TackleError {
  if (resolution.kind === "ambiguous") {
    const names = resolution.candidates.map((tool) => tool.name).join(", ");
    return new TackleError({
      code: "not-found",
      message: `'${name}' may mean several tools`,
      hint: `Use one of: ${names}`,
    });
  }
  const [nearest] = resolution.nearest;
  const hint = nearest === undefined ? "'tackle tools' lists them." : `Did you mean '${nearest.name}'?`;
  return new TackleError({ code: "not-found", message: `There is no tool '${name}'`, hint });
}
