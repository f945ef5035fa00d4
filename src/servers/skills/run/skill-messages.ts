/** What a host and the process of a skill say to each other. Results are JSON in a string: measured before they are sent. */
import type { JsonObject } from "../../../types.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Passing, SkillTarget } from "../skill-tool.ts";

/** What comes first: which files may run, by absolute path, each with its hash. */
export interface SkillLoad {
  readonly kind: "load";
  readonly files: readonly (readonly [string, string])[];
}

/** Without a target nothing is called; it is answered when the module is loaded. */
export interface SkillCall {
  readonly kind: "call";
  readonly id: number;
  readonly target: SkillTarget | undefined;
  readonly passing: Passing;
  readonly args: JsonObject;
}

export type SkillReply =
  /** The module could not be loaded; the process is of no use. */
  | { readonly kind: "unusable"; readonly message: string }
  /** Without `json` the function returned nothing. */
  | { readonly kind: "result"; readonly id: number; readonly json?: string }
  | { readonly kind: "thrown"; readonly id: number; readonly message: string };

/** The code on the other side is not all ours. */
export function asReply(message: unknown): SkillReply | undefined {
  if (!isObject(message)) return undefined;
  const { kind, id, json, message: text } = message;
  if (kind === "unusable" && typeof text === "string") return { kind, message: text };
  if (typeof id !== "number") return undefined;
  if (kind === "thrown" && typeof text === "string") return { kind, id, message: text };
  if (kind !== "result") return undefined;
  return typeof json === "string" ? { kind, id, json } : { kind, id };
}
