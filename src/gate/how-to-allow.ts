/**
 * What really helps whoever was refused: the place that said no, and a line that would say yes. A hint must hold: a rule
 * stands before what servers say of themselves, the first rule decides, and what a project's file allows does not count.
 */
import type { PolicyPlaces, PolicySubject, ToolRef } from "../types.ts";
import { quoteName } from "./quote-name.ts";

export interface AllowedThing {
  readonly ref: ToolRef;
  /** A tool where nothing is said. */
  readonly subject?: PolicySubject | undefined;
}

/** A rule said it. */
export function allowBeforeRule(
  thing: AllowedThing,
  index: number,
  places: PolicyPlaces | undefined,
): string {
  return `Change rule ${index + 1} of "policy"${at(places?.rule(index))}, or put ${ruleFor(thing)} before it.`;
}

/** The server's own policy said it, under this key. */
export function allowOnServer(thing: AllowedThing, places: PolicyPlaces | undefined): string {
  const { ref, subject = "tool" } = thing;
  const server = places?.server(ref.server);
  if (subject !== "tool" || server?.isProjects === true) return allowByRule(thing, places);
  return `Set ${quoteName(ref.tool)} to "allow" in the policy of server ${quoteName(ref.server)}${at(server?.place)}.`;
}

/** Nothing said it: it is what happens to callers of this kind. */
export function allowForCaller(thing: AllowedThing, places: PolicyPlaces | undefined): string {
  const server = places?.server(thing.ref.server);
  const rule = allowByRule(thing, places);
  if (server?.isProjects === true) return rule;
  return `${rule} Or set "trust": true on server ${quoteName(thing.ref.server)}${at(server?.place)}, for all that it offers.`;
}

/** Not among `allowedTools`. */
export function allowByName(exposedName: string, places: PolicyPlaces | undefined): string {
  return `Add ${quoteName(exposedName)} to "allowedTools" in the configuration${at(places?.allowedTools())}.`;
}

function allowByRule(thing: AllowedThing, places: PolicyPlaces | undefined): string {
  const place = places?.policy();
  return place === undefined
    ? `Put "policy": [${ruleFor(thing)}] into your own configuration.`
    : `Put ${ruleFor(thing)} at the beginning of "policy"${at(place)}.`;
}

function ruleFor({ ref, subject = "tool" }: AllowedThing): string {
  return `{"server": ${quoteName(ref.server)}, "${subject}": ${quoteName(ref.tool)}, "decision": "allow"}`;
}

function at(place: string | undefined): string {
  return place === undefined ? "" : ` (${place})`;
}
