/** What the source of a skill says: its tools, how each is called, and what could not be understood. */
import type { JsonObject } from "../../types.ts";

/** A place in a file; both count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface SkillTool {
  readonly name: string;
  readonly description: string | undefined;
  readonly inputSchema: JsonObject;
  /** Only where the result is an object: the protocol knows no other. */
  readonly outputSchema: JsonObject | undefined;
  readonly target: SkillTarget;
  readonly passing: Passing;
}

/** The function behind a tool, as the running module has it. */
export type SkillTarget =
  | { readonly kind: "function"; readonly export: string }
  /** Of an exported object, or of the one instance of an exported class. */
  | { readonly kind: "member"; readonly export: string; readonly member: string; readonly ofClass: boolean };

/** How the arguments of a call, which are one object, become those of the function. */
export type Passing =
  /** The function takes the object itself; where it can do without, an empty one is left out. */
  | { readonly kind: "whole"; readonly isOptional: boolean }
  | { readonly kind: "named"; readonly names: readonly string[]; readonly rest: string | undefined };

/** Something in the source that has no place in a tool; the rest of it works. */
export interface SkillRemark extends Place {
  readonly message: string;
}

export interface SkillReading {
  readonly tools: readonly SkillTool[];
  readonly remarks: readonly SkillRemark[];
}
