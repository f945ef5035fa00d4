/** A configured server in the words that `list`, `get`, `config show` and `trust` use for it. */
import type { ConfiguredServer } from "../config/config.ts";
import type { TrustRules } from "../gate/trust.ts";
import type { ApprovalSubject, Problem } from "../types.ts";
import type { Redactor } from "../util/redact.ts";
import { SKILL } from "../util/skills/is-skill.ts";
import { quoteWords } from "../util/split-words.ts";
import { isTrusted } from "./read-config.ts";

/** The stable shape of `list --json`. */
export interface ServerSummary {
  readonly name: string;
  readonly type: string | null;
  readonly enabled: boolean;
  readonly source: string;
  readonly trusted: boolean;
  /** What it would do now: `enabled`, `disabled`, `untrusted` or `invalid`. */
  readonly status: "enabled" | "disabled" | "untrusted" | "invalid";
  /** The command or the URL, as it is written but for secrets. */
  readonly target: string | null;
  readonly file: string;
  readonly line: number;
  readonly problems: readonly Problem[];
}

export interface View {
  readonly rules: TrustRules;
  readonly redactor: Redactor;
}

export function summarise(server: ConfiguredServer, { rules, redactor }: View): ServerSummary {
  const isValid = server.status === "valid";
  const enabled = isValid ? server.definition.enabled : server.enabled;
  const trusted = isTrusted(server, rules);
  return {
    name: server.name,
    type: isValid ? server.definition.type : null,
    enabled,
    source: server.origin.scope,
    trusted,
    status: statusOf({ isValid, enabled, trusted }),
    target: isValid ? redactor.text(targetOf(server.subject)) : null,
    file: server.origin.file,
    line: server.origin.line,
    problems: server.problems,
  };
}

function statusOf(server: { isValid: boolean; enabled: boolean; trusted: boolean }): ServerSummary["status"] {
  if (!server.enabled) return "disabled";
  if (!server.isValid) return "invalid";
  return server.trusted ? "enabled" : "untrusted";
}

/** The exact command, quoted so that it could be pasted, or the URL. */
export function targetOf(subject: ApprovalSubject): string {
  if (subject.command !== undefined) return quoteWords(subject.command);
  return subject.url ?? skillFile(subject) ?? subject.builtin ?? "";
}

/** The file of a skill; undefined for every other server. */
export function skillFile({ builtin, options }: ApprovalSubject): string | undefined {
  const file = builtin === SKILL ? options?.["file"] : undefined;
  return typeof file === "string" ? file : undefined;
}
