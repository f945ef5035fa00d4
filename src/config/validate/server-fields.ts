/** The fields a server may have: which kinds of server they belong to and whether variables are replaced in them. */
import type { Decision, ServerType } from "../../types.ts";

export interface FieldRule {
  /** Undefined: every kind of server has it. */
  readonly types?: readonly ServerType[];
  readonly expands?: true;
}

const REMOTE = ["http", "sse"] as const;

export const SERVER_FIELDS: ReadonlyMap<string, FieldRule> = new Map<string, FieldRule>([
  ["type", {}],
  ["command", { types: ["stdio"], expands: true }],
  ["args", { types: ["stdio"], expands: true }],
  ["env", { types: ["stdio", "inprocess"], expands: true }],
  ["cwd", { types: ["stdio", "inprocess"], expands: true }],
  ["url", { types: REMOTE, expands: true }],
  ["headers", { types: REMOTE, expands: true }],
  ["oauth", { types: REMOTE, expands: true }],
  ["builtin", { types: ["inprocess"] }],
  ["options", { types: ["inprocess"], expands: true }],
  ["timeout", {}],
  ["toolTimeouts", {}],
  ["idleTimeout", {}],
  ["maxMessageBytes", {}],
  ["trust", {}],
  ["enabled", {}],
  ["includeTools", {}],
  ["excludeTools", {}],
  ["connect", {}],
  ["isolation", {}],
  ["instances", { types: ["stdio"] }],
  ["policy", {}],
  ["cache", {}],
  ["debug", {}],
  ["description", {}],
]);

/** Words for `type` that other clients use. */
export const TYPE_WORDS: ReadonlyMap<string, ServerType> = new Map<string, ServerType>([
  ["stdio", "stdio"],
  ["local", "stdio"],
  ["http", "http"],
  ["streamable-http", "http"],
  ["streamable_http", "http"],
  ["streamableHttp", "http"],
  ["remote", "http"],
  ["sse", "sse"],
  ["inprocess", "inprocess"],
  // A skill is a server in the process as far as everybody else is concerned.
  ["skill", "inprocess"],
]);

/** Fields of other clients whose meaning would be lost in silence, with ours. */
export const FOREIGN_FIELDS: ReadonlyMap<string, string> = new Map([
  ["disabledTools", `Use 'excludeTools'.`],
  ["enabledTools", `Use 'includeTools'.`],
  ["tools", `Use 'includeTools'.`],
  ["envFile", `Put '.env' beside this file, or name the variables in 'env'.`],
]);

export const DECISIONS = ["allow", "ask", "deny"] as const satisfies readonly Decision[];
