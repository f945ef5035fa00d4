/** The fields that every kind of server has, with their defaults. */
import type { Decision, ServerOptions } from "../../types.ts";
import type { Report } from "../finding.ts";
import type { WrittenSettings } from "../read-settings.ts";
import type { ServerEntry } from "../shapes/shape.ts";
import {
  readBoolean,
  readChoice,
  readDurations,
  readInteger,
  readMap,
  readString,
  readStringList,
} from "./read-values.ts";
import type { FieldReader } from "./read-values.ts";
import { DECISIONS } from "./server-fields.ts";

const DEFAULT_TIMEOUT_MS = 30_000;
const MAX_INSTANCES = 32;

export interface OptionsContext {
  /** A project's file may not vouch for itself. */
  readonly mayTrust: boolean;
  readonly settings: WrittenSettings;
  readonly report: Report;
}

export function readOptions(entry: ServerEntry, read: FieldReader, context: OptionsContext): ServerOptions {
  const trust = read("trust", readBoolean) ?? false;
  if (trust && !context.mayTrust) {
    const at = entry.fields?.find((field) => field.key === "trust")?.keyAt ?? entry.at;
    const message = `'trust' of server '${entry.name}' is ignored: a project's file cannot vouch for itself`;
    context.report({
      severity: "warning",
      at,
      field: "trust",
      message,
      fix: `Set it in your own configuration.`,
    });
  }
  const timeout = read("timeout", (node, inner) => readInteger(node, inner));
  return {
    name: entry.name,
    description: read("description", readString),
    enabled: (read("enabled", readBoolean) ?? true) && context.settings.enabled !== false,
    trust: trust && context.mayTrust,
    connect: read("connect", (node, inner) => readChoice(node, inner, ["eager", "lazy"])) ?? "eager",
    isolation: read("isolation", (node, inner) => readChoice(node, inner, ["shared", "session"])) ?? "shared",
    instances: read("instances", (node, inner) => readInteger(node, inner, { maximum: MAX_INSTANCES })) ?? 1,
    timeout: timeout ?? context.settings.timeout ?? DEFAULT_TIMEOUT_MS,
    ...(timeout === undefined ? { isTimeoutDefault: true } : undefined),
    toolTimeouts: read("toolTimeouts", readDurations) ?? {},
    idleTimeout: read("idleTimeout", (node, inner) => readInteger(node, inner)),
    maxMessageBytes: read("maxMessageBytes", (node, inner) => readInteger(node, inner, { minimum: 1024 })),
    includeTools: read("includeTools", readStringList),
    excludeTools: read("excludeTools", readStringList) ?? [],
    cache: read("cache", readDurations) ?? {},
    debug: read("debug", readBoolean) ?? context.settings.debug ?? false,
    policy: readPolicy(entry, read, context),
  };
}

/** One decision for all tools, or tool name or glob → decision. A project's file may tighten, but not allow. */
function readPolicy(
  entry: ServerEntry,
  read: FieldReader,
  context: OptionsContext,
): Readonly<Record<string, Decision>> {
  const policy = read<Record<string, Decision>>("policy", (node, inner) =>
    node.kind === "scalar"
      ? asPolicyOfAll(readChoice(node, inner, DECISIONS))
      : readMap(node, inner, (value, own) => readChoice(value, own, DECISIONS)),
  );
  const entries = Object.entries(policy ?? {});
  const kept = context.mayTrust ? entries : entries.filter(([, decision]) => decision !== "allow");
  if (kept.length < entries.length) {
    const at = entry.fields?.find((field) => field.key === "policy")?.keyAt ?? entry.at;
    const message = `"allow" in 'policy' of server '${entry.name}' is ignored: a project's file cannot vouch for itself`;
    context.report({
      severity: "warning",
      at,
      field: "policy",
      message,
      fix: "Set it in your own configuration.",
    });
  }
  return Object.fromEntries(kept);
}

function asPolicyOfAll(decision: Decision | undefined): Record<string, Decision> | undefined {
  return decision === undefined ? undefined : { "*": decision };
}
