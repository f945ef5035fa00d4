/** One entry of one source → one configured server, with variables replaced and secrets noted. */
import { dirname } from "node:path";
import type { Origin, Problem } from "../types.ts";
import type { ConfiguredServer } from "./config.ts";
import type { Finding } from "./finding.ts";
import type { SourceLocation } from "./find-sources.ts";
import { problemOf } from "./problem-at.ts";
import type { WrittenSettings } from "./read-settings.ts";
import { textReader } from "./read-text.ts";
import type { Variables } from "./resolve-variables.ts";
import type { ServerEntry } from "./shapes/shape.ts";
import { validateServer } from "./validate/validate-server.ts";

export interface ServerReading {
  readonly location: SourceLocation;
  readonly cwd: string;
  /** A variable without value or default is an error instead of a warning. */
  readonly strict: boolean;
  readonly settings: WrittenSettings;
  readonly variables: Variables;
  /** Filled with every value that must not be shown. */
  readonly secrets: Set<string>;
}

export function readServer(entry: ServerEntry, reading: ServerReading): ConfiguredServer {
  const { location, settings, variables, secrets } = reading;
  const problems: Problem[] = [];
  const report = (finding: Finding): void => {
    problems.push(problemOf(location, finding, entry.name));
  };
  const ownVariables: Record<string, string> = {};

  const readText = textReader({
    variables,
    secrets,
    strict: reading.strict,
    report,
    owner: ` of server '${entry.name}'`,
    onUsed: ({ source, name }) => {
      const value = variables.fromEnvFile.get(name);
      if (source === "variable" && value !== undefined) ownVariables[name] = value;
    },
  });

  const validated = validateServer(entry, {
    folder: location.scope === "project" ? dirname(location.file) : reading.cwd,
    mayTrust: location.scope !== "project",
    settings,
    report,
    readText,
  });
  const { line, column } = entry.at;
  const origin: Origin = { scope: location.scope, file: location.file, line, column };
  const place = { name: entry.name, origin, path: entry.path, shadows: [], problems };
  const hasErrors = problems.some((problem) => problem.severity === "error");
  if (validated === undefined || hasErrors)
    return { ...place, status: "invalid", enabled: saysEnabled(entry) };
  // Only what the project itself supplies can change behind a person's back; their own environment is theirs.
  const isProjects = location.scope === "project" && Object.keys(ownVariables).length > 0;
  const subject = isProjects ? { ...validated.subject, projectVariables: ownVariables } : validated.subject;
  return { ...place, status: "valid", definition: validated.definition, subject };
}

function saysEnabled(entry: ServerEntry): boolean {
  const enabled = entry.fields?.find((field) => field.key === "enabled")?.value;
  return !(enabled?.kind === "scalar" && enabled.value === false);
}
