/** How a program ended, and what is said about it. */
import type { StopReason } from "../executor.ts";
import { describeExcess, type LimitName } from "../limits.ts";
import { readGuestError, type ErrorTexts } from "./guest-error.ts";
import type { Job, Outcome } from "./messages.ts";

export type Ending =
  | { readonly kind: "value"; readonly json: string }
  | { readonly kind: "nothing" }
  | { readonly kind: "error"; readonly texts: ErrorTexts }
  | { readonly kind: "limit"; readonly limit: LimitName };

const STOP_REASONS: Partial<Record<LimitName, StopReason>> = {
  memoryBytes: "memory",
  cpuMs: "cpu",
  wallMs: "wall",
  calls: "calls",
  resultBytes: "output",
};

export function judgeEnding(
  ending: Ending,
  { limits, program }: Pick<Job, "limits" | "program">,
): Pick<Outcome, "value" | "error" | "stopped"> {
  if (ending.kind === "nothing") return {};
  if (ending.kind === "value") return { value: ending.json };
  const texts = ending.kind === "error" ? ending.texts : { name: "", message: "", stack: "" };
  const limit = ending.kind === "limit" ? ending.limit : limitBehind(ending.texts);
  if (limit === undefined) return { error: readGuestError(texts, program) };
  const stopped = STOP_REASONS[limit];
  return {
    error: readGuestError({ ...texts, name: "LimitError", message: describeExcess(limit, limits) }, program),
    ...(stopped !== undefined && { stopped }),
  };
}

/** Memory that has run out is an error which a program can catch; when it does not, it is the end of the run. */
function limitBehind({ name, message }: ErrorTexts): LimitName | undefined {
  return name === "InternalError" && message === "out of memory" ? "memoryBytes" : undefined;
}
