/** What a file says for all servers at once, and what the sources say together. */
import type { GatewaySettings, NamingStrategy, PolicyRule, Profile, SearchSettings } from "../types.ts";
import type { MapEntry } from "./formats/node.ts";
import { nearest } from "../util/nearest.ts";
import type { Report } from "./finding.ts";
import { DEFAULT_GATEWAY, readGateway } from "./validate/read-gateway.ts";
import { settingThatMentions, type ServerMention } from "./server-mention.ts";
import { readProfiles } from "./validate/read-profiles.ts";
import { readRules } from "./validate/read-rules.ts";
import { DEFAULT_SEARCH, readSearch } from "./validate/read-search.ts";
import { readBoolean, readChoice, readInteger, readStringList } from "./validate/read-values.ts";
import type { ReadText, ReadValue } from "./validate/read-values.ts";

export interface Settings {
  /** False turns every server of its file off. */
  readonly enabled: boolean;
  /** Milliseconds a call may take on servers that do not say. */
  readonly timeout: number | undefined;
  readonly debug: boolean;
  /** The built-in servers to offer, besides those that have an entry of their own. */
  readonly builtin: readonly string[] | undefined;
  /** When given, every tool that matches none of these is denied. */
  readonly allowedTools: readonly string[] | undefined;
  readonly policy: readonly PolicyRule[];
  /** What happens to a tool whose definition changed after it was pinned. */
  readonly drift: "flag" | "hold";
  readonly naming: NamingStrategy;
  /** Whether the record of a call holds its arguments (secrets masked) and not only their hash. */
  readonly recordArguments: boolean;
  /** What the gateway shows, by the name under which it does. */
  readonly profiles: Readonly<Record<string, Profile>>;
  /** What each client of the gateway may use. */
  readonly gateway: GatewaySettings;
  readonly search: SearchSettings;
  /** Longer results are cut for whoever reads them as text; the whole is kept. */
  readonly maxOutputChars: number;
}

/** What one file says; a key that it leaves out is undefined. */
export type WrittenSettings = { readonly [Key in keyof Settings]?: Settings[Key] | undefined };

const DEFAULT_SETTINGS: Settings = {
  enabled: true,
  timeout: undefined,
  debug: false,
  builtin: undefined,
  allowedTools: undefined,
  policy: [],
  drift: "flag",
  naming: "mcp__server__tool",
  recordArguments: false,
  profiles: {},
  gateway: DEFAULT_GATEWAY,
  search: DEFAULT_SEARCH,
  maxOutputChars: 100_000,
};

const STRATEGIES = ["mcp__server__tool", "tool@server", "mcp_server_tool", "server::tool"] as const;

const READERS: { readonly [Key in keyof Settings]: ReadValue<Settings[Key]> } = {
  enabled: readBoolean,
  timeout: (node, context) => readInteger(node, context),
  debug: readBoolean,
  builtin: readStringList,
  allowedTools: readStringList,
  policy: readRules,
  drift: (node, context) => readChoice(node, context, ["flag", "hold"]),
  naming: (node, context) => readChoice(node, context, STRATEGIES),
  recordArguments: readBoolean,
  profiles: readProfiles,
  gateway: readGateway,
  search: readSearch,
  maxOutputChars: (node, context) => readInteger(node, context, { minimum: 1000 }),
};

/** Settings by which a project's file could loosen, or add to, what its user decided. */
const USERS_ONLY: ReadonlySet<string> = new Set([
  "allowedTools",
  "policy",
  "drift",
  "recordArguments",
  "builtin",
  "profiles",
  "gateway",
  "search",
]);

/** Settings with variables in them; in all others `${` means itself. */
const WITH_VARIABLES: ReadonlySet<string> = new Set(["search"]);

export interface SettingsContext {
  readonly report: Report;
  /** The file is the user's own. */
  readonly isUsers: boolean;
  /** Replaces variables. */
  readonly expand: ReadText;
  /** Told of every server that a setting names. */
  readonly mention: (mention: ServerMention) => void;
}

export function readSettings(
  entries: readonly MapEntry[],
  { report, isUsers, expand, mention }: SettingsContext,
): WrittenSettings {
  const settings: Record<string, unknown> = {};
  for (const { key, keyAt, value } of entries) {
    if (!isSettingName(key)) {
      const [known] = nearest(key, Object.keys(READERS));
      const fix =
        known === undefined ? `Known: ${Object.keys(READERS).join(", ")}.` : `Did you mean '${known}'?`;
      report({
        severity: known === undefined ? "warning" : "error",
        at: keyAt,
        field: key,
        message: `Unknown setting '${key}'`,
        fix,
      });
    } else if (!isUsers && USERS_ONLY.has(key)) {
      const message = `'${key}' is ignored: a project's file cannot decide this for you`;
      report({
        severity: "warning",
        at: keyAt,
        field: key,
        message,
        fix: "Set it in your own configuration.",
      });
    } else {
      const readText: ReadText = (text, at, field) => {
        if (settingThatMentions(field) !== undefined) mention({ pattern: text, at, field });
        return text;
      };
      settings[key] = READERS[key](value, {
        field: key,
        report,
        readText: WITH_VARIABLES.has(key) ? expand : readText,
      });
    }
  }
  return settings;
}

function isSettingName(key: string): key is keyof Settings {
  return Object.hasOwn(READERS, key);
}

/** The higher source wins, setting by setting. `enabled` is a matter of each file alone. */
export function mergeSettings(sources: readonly WrittenSettings[]): Settings {
  const merged = sources.toReversed().map(({ enabled: _ownMatter, ...rest }) => definedOnly(rest));
  return Object.assign({ ...DEFAULT_SETTINGS }, ...merged) as Settings;
}

function definedOnly(settings: WrittenSettings): WrittenSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
