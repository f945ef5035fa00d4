/** A program that somebody saved under a name, to be called like a tool. */
import type { JsonObject } from "../../types.ts";

export interface Script extends ScriptHeader {
  readonly name: string;
  /** Absolute. */
  readonly file: string;
  /** The whole text of the file: its header is a comment. */
  readonly code: string;
}

/** What the comment at the top of the file says. */
export interface ScriptHeader {
  readonly description: string | undefined;
  /** JSON Schema of an object: what `input` holds. */
  readonly parameters: JsonObject;
}

/** Why a file is not offered, and where. Lines start at 1. */
export interface ScriptProblem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** A name that is a tool's, a file's and nearly an identifier at once. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

export const NAME_RULE = "A name begins with a letter and has up to 64 letters, digits, _ and -.";

export function isScriptName(name: string): boolean {
  return NAME.test(name);
}

/** As much as the sandbox takes. */
export const MOST_SCRIPT_BYTES = 64 * 1024;

export const NO_PARAMETERS: JsonObject = { type: "object", properties: {}, additionalProperties: false };
