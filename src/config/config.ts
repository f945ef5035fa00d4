/** The whole configuration as one immutable value: every server with its origin, every problem with its place. */
import type { ApprovalSubject, Origin, Problem, ServerDefinition } from "../types.ts";
import type { FormatName } from "./formats/format.ts";
import type { ConfigPath } from "./formats/node.ts";
import type { SourceLocation } from "./find-sources.ts";
import type { Settings } from "./read-settings.ts";
import type { SeenFiles } from "./seen-files.ts";
import type { ServerMention } from "./server-mention.ts";

export interface Config {
  /** In order of name, whatever the order of the sources. */
  readonly servers: ReadonlyMap<string, ConfiguredServer>;
  readonly settings: Settings;
  readonly sources: readonly LoadedSource[];
  readonly problems: readonly Problem[];
  /** Where settings stand that somebody may have to change: `allowedTools`, `policy`, `policy[0]` … */
  readonly settingPlaces: ReadonlyMap<string, SettingPlace>;
  /** The servers that the settings name, which may or may not exist. */
  readonly mentions: readonly LocatedMention[];
  /** Values that must never be shown. */
  readonly secrets: ReadonlySet<string>;
  /** Files that this configuration was read from, and files that it would have been read from, as they were before. */
  readonly files: SeenFiles;
}

export interface SettingPlace {
  readonly file: string;
  readonly line: number;
}

export interface LocatedMention extends ServerMention {
  readonly file: string;
}

export type ConfiguredServer = ValidServer | InvalidServer;

interface ServerPlace {
  readonly name: string;
  readonly origin: Origin;
  /** Where the server stands in its file. */
  readonly path: ConfigPath;
  /** The same name in lower sources, which this entry replaces as a whole. */
  readonly shadows: readonly Origin[];
  readonly problems: readonly Problem[];
}

export interface ValidServer extends ServerPlace {
  readonly status: "valid";
  readonly definition: ServerDefinition;
  readonly subject: ApprovalSubject;
}

export interface InvalidServer extends ServerPlace {
  readonly status: "invalid";
  /** False when the entry itself says so; an invalid server never runs either way. */
  readonly enabled: boolean;
}

export interface LoadedSource extends SourceLocation {
  readonly format: FormatName | undefined;
  /** Set when the source could not be read at all. */
  readonly failure: Problem | undefined;
  /** Set when there is nothing in it: a mistake, but one that hides no server. */
  readonly emptiness: Problem | undefined;
  readonly serverNames: readonly string[];
}
