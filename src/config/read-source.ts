/** One source → its servers, settings and problems. What cannot be read at all becomes a failure, never an exception. */
import type { Problem } from "../types.ts";
import type { Config, ConfiguredServer, LoadedSource, LocatedMention } from "./config.ts";
import type { Report } from "./finding.ts";
import type { SourceLocation } from "./find-sources.ts";
import { formatForFile, loadFormat } from "./formats/for-file.ts";
import { ConfigSyntaxError, EmptyFileError, type FormatName } from "./formats/format.ts";
import type { ConfigNode } from "./formats/node.ts";
import { FILE_START } from "./formats/position.ts";
import type { LoadOptions } from "./load-config.ts";
import { problemAt, problemOf } from "./problem-at.ts";
import { readConfigText } from "./read-file.ts";
import { readServer } from "./read-server.ts";
import { readSettings, type WrittenSettings } from "./read-settings.ts";
import { textReader } from "./read-text.ts";
import { createVariables, type LookUpSecret } from "./resolve-variables.ts";
import type { See } from "./seen-files.ts";
import { placesOfSettings } from "./setting-places.ts";
import { builtinEntries } from "./shapes/builtin-list.ts";
import { readShapes } from "./shapes/read-shapes.ts";

const noSecretStore: LookUpSecret = () => ({
  kind: "refused",
  reason: "there is no secret store yet",
  fix: "Write ${VAR} or ${file:PATH} in its place.",
});

export interface SourceContent {
  readonly source: LoadedSource;
  readonly servers: readonly ConfiguredServer[];
  /** Our own servers that the list `builtin` names. */
  readonly builtin: readonly ConfiguredServer[];
  readonly settings: WrittenSettings;
  readonly problems: readonly Problem[];
  readonly settingPlaces: Config["settingPlaces"];
  readonly mentions: readonly LocatedMention[];
  readonly secrets: ReadonlySet<string>;
}

export interface SourceReading {
  readonly options: LoadOptions;
  /** Called before a file is read. */
  readonly see: See;
}

export async function readSource(location: SourceLocation, reading: SourceReading): Promise<SourceContent> {
  // Inline text is JSON, whatever else the variable could have held.
  const format = location.inlineText === undefined ? formatForFile(location.file) : "json";
  try {
    const content = readRoot(await parseSource(location, format, reading.see), location, reading);
    const serverNames = [...content.servers, ...content.builtin].map((server) => server.name);
    return {
      ...content,
      source: { ...location, format, failure: undefined, emptiness: undefined, serverNames },
    };
  } catch (error) {
    if (!(error instanceof ConfigSyntaxError)) throw error;
    const fix = error.fix ?? "Correct it here; until then nothing in this file is used.";
    const problem = problemAt(location, error.at, { severity: "error", message: error.message, fix });
    const isEmpty = error instanceof EmptyFileError;
    const [failure, emptiness] = isEmpty ? [undefined, problem] : [problem, undefined];
    const source: LoadedSource = { ...location, format, failure, emptiness, serverNames: [] };
    return {
      source,
      servers: [],
      builtin: [],
      settings: {},
      problems: [problem],
      settingPlaces: new Map(),
      mentions: [],
      secrets: new Set(),
    };
  }
}

async function parseSource(
  { file, inlineText }: SourceLocation,
  format: FormatName | undefined,
  see: See,
): Promise<ConfigNode> {
  if (format === undefined) {
    const message = "The kind of this file is unknown by its ending";
    throw new ConfigSyntaxError(message, FILE_START, "Use a file that ends in .json, .yaml or .toml.");
  }
  if (inlineText === undefined) see(file);
  const text = inlineText ?? readConfigText(file);
  return (await loadFormat(format)).parse(text);
}

export function readRoot(
  root: ConfigNode,
  location: SourceLocation,
  { options, see }: SourceReading,
): Omit<SourceContent, "source"> {
  const { env, cwd, strict = false, lookUpSecret = noSecretStore } = options;
  const shapes = readShapes(root);
  const problems: Problem[] = shapes.problems.map((finding) => problemOf(location, finding));
  const report: Report = (finding) => {
    problems.push(problemOf(location, finding));
  };
  const mentions: LocatedMention[] = [];
  const variables = createVariables({ location, env, cwd, lookUpSecret, see });
  const secrets = new Set<string>();
  const settings = readSettings(shapes.settings, {
    report,
    isUsers: location.scope !== "project",
    expand: textReader({ variables, secrets, strict, report, owner: "" }),
    mention: (mention) => mentions.push({ ...mention, file: location.file }),
  });
  const servers = new Map<string, ConfiguredServer>();
  const reading = { location, cwd, strict, settings, variables, secrets };

  for (const entry of shapes.servers) {
    const first = servers.get(entry.name);
    if (first === undefined) {
      servers.set(entry.name, readServer(entry, reading));
      continue;
    }
    const message = `Server '${entry.name}' is defined twice; the first, in line ${first.origin.line}, is used`;
    const fix = "Remove one of them, or give it another name.";
    // Without a field, as it is about the whole entry; the server that is used has nothing wrong.
    problems.push(problemAt(location, entry.at, { severity: "error", server: entry.name, message, fix }));
  }
  if (variables.envFileProblem !== undefined) {
    const fix = "Correct or remove that file; variables are taken from the environment alone.";
    const message = variables.envFileProblem;
    problems.push(problemAt(location, root.at, { severity: "warning", message, fix }));
  }
  const listed = settings.builtin === undefined ? [] : builtinEntries(root);
  const builtin = listed.map((entry) => readServer(entry, reading));
  const all = [
    ...problems,
    ...builtin.flatMap((server) => server.problems),
    ...[...servers.values()].flatMap((server) => server.problems),
  ];
  // In the order of the file: people correct it from top to bottom.
  all.sort((a, b) => a.line - b.line || a.column - b.column);
  const settingPlaces = placesOfSettings(shapes.settings, settings, location.file);
  return {
    servers: [...servers.values()],
    builtin,
    settings,
    problems: all,
    settingPlaces,
    mentions,
    secrets,
  };
}
