/**
 * The tool that someone means by a name. What is remembered of the servers usually answers without starting one; where it
 * does not, the servers that the name can be of are asked, and all of them only for a name that any may have.
 */
import { serversMeant } from "../catalog/names/servers-meant.ts";
import type { CatalogTool, NameResolution, Snapshot } from "../catalog/snapshot.ts";
import { TackleError } from "../errors.ts";
import type { MeetOptions } from "./meet-servers.ts";
import { errorOf, troublesOf, type TroubledServers } from "./trouble.ts";

export interface ToolFinder extends TroubledServers {
  readonly catalog: Snapshot;
  meet(options: MeetOptions): Promise<unknown>;
}

/** The box knows by now what is remembered. */
export async function findTool(name: string, box: ToolFinder): Promise<CatalogTool> {
  const remembered = box.catalog.get(name);
  if (remembered.kind === "found") return remembered.ref;
  const meant = serversMeant(name, namesOf(box));
  await box.meet({ isAnew: true, only: meant.length === 0 ? undefined : meant });
  const found = box.catalog.get(name);
  if (found.kind === "found") return found.ref;
  throw whyNotFound(name, found, box);
}

type NotFound = Exclude<NameResolution<CatalogTool>, { kind: "found" }>;

/** A server that is not there is the reason for what is missing of it, and may be the one for a name that any may have. */
export function whyNotFound(name: string, resolution: NotFound, box: TroubledServers): TackleError {
  if (resolution.kind === "ambiguous") return notFound(name, resolution);
  const meant = serversMeant(name, namesOf(box));
  const [trouble] = meant.length === 0 ? [] : troublesOf(box, new Set(meant));
  if (trouble !== undefined) return errorOf(trouble);
  const absent = meant.length > 0 ? [] : troublesOf(box).map(({ server }) => `'${server}'`);
  return notFound(name, resolution, absent);
}

export function notFound(name: string, resolution: NotFound, absent: readonly string[] = []): TackleError {
  if (resolution.kind === "ambiguous") {
    const names = resolution.candidates.map((tool) => tool.name).join(", ");
    return new TackleError({
      code: "not-found",
      message: `'${name}' may mean several tools`,
      hint: `Use one of: ${names}`,
    });
  }
  const [nearest] = resolution.nearest;
  const advice = nearest === undefined ? "'tackle tools' lists them." : `Did you mean '${nearest.name}'?`;
  const hint = absent.length === 0 ? advice : `${advice} ${unasked(absent)}`;
  return new TackleError({ code: "not-found", message: `There is no tool '${name}'`, hint });
}

const SHOWN = 5;

/** "'files', 'mail' could not be asked." */
export function unasked(names: readonly string[]): string {
  const more = names.length - SHOWN;
  const list = more > 0 ? `${names.slice(0, SHOWN).join(", ")} and ${more} more` : names.join(", ");
  return `${list} could not be asked.`;
}

function namesOf(box: TroubledServers): readonly string[] {
  return box.status().map(({ name }) => name);
}
