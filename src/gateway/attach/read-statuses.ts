/** How servers are, as a gateway of perhaps another version says it: what is not understood is left out. */
import type { ServerStatus } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";
import { SERVER_STATES } from "../server-states.ts";

/** Undefined when it is no list. */
export function readStatuses(value: unknown): readonly ServerStatus[] | undefined {
  return Array.isArray(value) ? value.flatMap((one: unknown) => readStatus(one) ?? []) : undefined;
}

function readStatus(value: unknown): ServerStatus | undefined {
  if (!isObject(value)) return undefined;
  const { name, era } = value;
  const state = SERVER_STATES.find((known) => known === value["state"]);
  if (typeof name !== "string" || state === undefined) return undefined;
  return {
    name,
    state,
    reason: textOf(value["reason"]),
    hint: textOf(value["hint"]),
    since: numberOf(value["since"]),
    era: era === "legacy" || era === "modern" ? era : undefined,
    protocolVersion: textOf(value["protocolVersion"]),
    tools: numberOf(value["tools"]),
    restarts: numberOf(value["restarts"]),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}
