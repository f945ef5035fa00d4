/**
 * Reads every source into one configuration. Never throws for what a file says: a bad server becomes an invalid one
 * with its reasons, a file that cannot be parsed becomes a source with a failure, and all the others are kept.
 */
import { dirname, join } from "node:path";
import type { Problem } from "../types.ts";
import type { Config, ConfiguredServer, LoadedSource } from "./config.ts";
import { findSources, projectCandidates, userCandidates } from "./find-sources.ts";
import type { SourceLocation, Surroundings } from "./find-sources.ts";
import { formatForFile, loadFormat } from "./formats/for-file.ts";
import { ConfigSyntaxError } from "./formats/format.ts";
import type { ConfigNode } from "./formats/node.ts";
import { mergeServers } from "./merge-sources.ts";
import { problemAt, problemOf } from "./problem-at.ts";
import { readConfigText } from "./read-file.ts";
import { readServer } from "./read-server.ts";
import { mergeSettings, readSettings, type WrittenSettings } from "./read-settings.ts";
import { createVariables, type LookUpSecret } from "./resolve-variables.ts";
import { readShapes } from "./shapes/read-shapes.ts";

const noSecretStore: LookUpSecret = () => ({ kind: "refused", reason: "there is no secret store yet" });

export interface LoadOptions extends Surroundings {
  /** A variable without value or default is an error instead of a warning. */
  readonly strict?: boolean;
  readonly lookUpSecret?: LookUpSecret;
}

export async function loadConfig(options: LoadOptions): Promise<Config> {
  const contents: SourceContent[] = [];
  for (const location of findSources(options)) contents.push(await readSource(location, options));
  const files = new Set([
    ...contents.flatMap((content) => content.files),
    ...projectCandidates(options.cwd),
    ...userCandidates(options.env),
  ]);
  return {
    servers: mergeServers(contents.map((content) => content.servers)),
    settings: mergeSettings(contents.map((content) => content.settings)),
    sources: contents.map((content) => content.source),
    problems: contents.flatMap((content) => content.problems),
    secrets: new Set(contents.flatMap((content) => [...content.secrets])),
    files: [...files],
  };
}

interface SourceContent {
  readonly source: LoadedSource;
  readonly servers: readonly ConfiguredServer[];
  readonly settings: WrittenSettings;
  readonly problems: readonly Problem[];
  readonly secrets: ReadonlySet<string>;
  readonly files: readonly string[];
}

async function readSource(location: SourceLocation, options: LoadOptions): Promise<SourceContent> {
  // Inline text is JSON, whatever else the variable could have held.
  const format = location.inlineText === undefined ? formatForFile(location.file) : "json";
  const files =
    location.inlineText === undefined ? [location.file, join(dirname(location.file), ".env")] : [];
  try {
    if (format === undefined) {
      throw new ConfigSyntaxError("Unknown kind of file: use .json, .yaml or .toml", {
        line: 1,
        column: 1,
        offset: 0,
      });
    }
    const text = location.inlineText ?? readConfigText(location.file);
    const root = (await loadFormat(format)).parse(text);
    const content = readRoot(root, location, options);
    const serverNames = content.servers.map((server) => server.name);
    return {
      ...content,
      source: { ...location, format, failure: undefined, serverNames },
      files: [...files, ...content.files],
    };
  } catch (error) {
    if (!(error instanceof ConfigSyntaxError)) throw error;
    const failure = problemAt(location, error.at, { severity: "error", message: error.message });
    const source: LoadedSource = { ...location, format, failure, serverNames: [] };
    return {
      source,
      servers: [],
      settings: {},
      problems: [failure],
      secrets: new Set(),
      files,
    };
  }
}

export function readRoot(
  root: ConfigNode,
  location: SourceLocation,
  options: LoadOptions,
): Omit<SourceContent, "source"> {
  const shapes = readShapes(root);
  const problems: Problem[] = shapes.problems.map(({ at, message, fix }) =>
    problemAt(location, at, { severity: "error", message, fix }),
  );
  const settings = readSettings(shapes.settings, {
    report: (finding) => problems.push(problemOf(location, finding)),
    isUsers: location.scope !== "project",
  });
  const variables = createVariables(location, options.env, options.lookUpSecret ?? noSecretStore);
  const secrets = new Set<string>();
  const servers = new Map<string, ConfiguredServer>();

  for (const entry of shapes.servers) {
    const first = servers.get(entry.name);
    if (first !== undefined) {
      const message = `Server '${entry.name}' is defined twice; the first, in line ${first.origin.line}, is used`;
      problems.push(
        problemAt(location, entry.at, { severity: "error", server: entry.name, message, fix: "Remove one." }),
      );
      continue;
    }
    servers.set(
      entry.name,
      readServer(entry, {
        location,
        cwd: options.cwd,
        strict: options.strict === true,
        settings,
        variables,
        secrets,
      }),
    );
  }
  if (variables.envFileProblem !== undefined) {
    problems.push(problemAt(location, root.at, { severity: "warning", message: variables.envFileProblem }));
  }
  const all = [...problems, ...[...servers.values()].flatMap((server) => server.problems)];
  return { servers: [...servers.values()], settings, problems: all, secrets, files: [...variables.files] };
}
