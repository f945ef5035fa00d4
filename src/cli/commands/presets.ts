/** `tackle presets`: the servers that `tackle add` knows by name: those that are built in, and well-known ones. */
import {
  BUILT_IN_SERVERS,
  builtInMeantBy,
  searchBuiltIns,
  type BuiltInServer,
} from "../../config/built-in-servers.ts";
import type { Need, Preset } from "../../config/presets/preset.ts";
import { PRESETS, presetNamed, presetsNear, searchPresets } from "../../config/presets/presets.ts";
import { TackleError } from "../../errors.ts";
import { quoteWords } from "../../util/split-words.ts";
import type { Command, Invocation } from "../command.ts";
import { names, prose, renderPairs, renderTable } from "../output/table.ts";
import { tooManyWords } from "../read-config.ts";

export const presetsCommand: Command = {
  usage: ["presets [QUERY…]"],
  description:
    "Lists the servers that can be added by name, or those that a query finds: built-in ones, which need no program, and\n" +
    "well-known ones. The name of one shows what it runs and what it needs. 'tackle add NAME' adds one.",
  examples: [
    ["tackle presets", "all of them"],
    ["tackle presets search", "what has to do with search"],
    ["tackle presets github", "one of them, in full"],
    ["tackle add github", "add it"],
  ],
  async run(invocation) {
    const { words, rest } = invocation;
    if (rest !== undefined) throw tooManyWords(["--", ...rest], "presets [QUERY…]");
    const query = words.join(" ");
    const named: Found = { builtIns: listOf(builtInMeantBy(query)), presets: listOf(presetNamed(query)) };
    // The name of a built-in server alone, such as 'search', may also be a word that others are found by.
    if (named.presets.length > 0) return { json: jsonOfAll(named), human: renderEach(named, invocation) };
    const found: Found =
      query === ""
        ? { builtIns: BUILT_IN_SERVERS, presets: PRESETS }
        : { builtIns: searchBuiltIns(query), presets: searchPresets(query) };
    const count = found.builtIns.length + found.presets.length;
    if (count === 0) throw nothingFound(query);
    return { json: jsonOfAll(found), human: (count === 1 ? renderEach : renderMany)(found, invocation) };
  },
};

interface Found {
  readonly builtIns: readonly BuiltInServer[];
  readonly presets: readonly Preset[];
}

function listOf<Item>(item: Item | undefined): readonly Item[] {
  return item === undefined ? [] : [item];
}

/** The built-in ones first: they need nothing, and come first where a preset has the same name. */
function renderMany({ builtIns, presets }: Found, { terminal }: Invocation): string {
  const rows = [
    ...builtIns.map(({ name, description }) => [name, BUILT_IN, "-", description]),
    ...presets.map((preset) => [preset.name, preset.category, needsOf(preset), preset.description]),
  ];
  return renderTable({ columns: [names("NAME"), "KIND", "NEEDS", prose("WHAT IT DOES")], rows }, terminal);
}

const BUILT_IN = "built-in";

function renderEach({ builtIns, presets }: Found, invocation: Invocation): string {
  return [
    ...builtIns.map((server) => renderBuiltIn(server, invocation)),
    ...presets.map((preset) => renderOne(preset, invocation)),
  ].join("\n\n");
}

function renderBuiltIn({ name, description, note }: BuiltInServer, { terminal }: Invocation): string {
  const pairs: [string, string | undefined][] = [
    [BUILT_IN, name],
    ["what", description],
    ["runs", "inside Tacklebox: nothing to install"],
    ["note", note],
    ["add it", `tackle add ${name}`],
  ];
  return renderPairs(pairs, terminal.style);
}

function needsOf({ needs = [], notes = [] }: Preset): string {
  const required = needs.filter((need) => need.isRequired && need.fallback === undefined);
  if (required.some((need) => need.isSecret)) return "key";
  if (notes.some((note) => note.includes("sign in"))) return "sign-in";
  return required.length > 0 ? "answers" : "-";
}

function renderOne(preset: Preset, { terminal }: Invocation): string {
  const {
    name,
    aliases = [],
    title,
    description,
    server,
    needs = [],
    notes = [],
    homepage,
    isOfficial,
  } = preset;
  const words = [server["command"] ?? [], server["args"] ?? []].flat().map(String);
  const url = typeof server["url"] === "string" ? server["url"] : undefined;
  const pairs: [string, string | undefined][] = [
    ["preset", [name, ...aliases].join(", ")],
    ["what", `${title}: ${description}`],
    ["made by", isOfficial ? "those whose product it is" : "others"],
    ["homepage", homepage],
    [url === undefined ? "runs" : "address", url ?? quoteWords(words)],
    ...needs.map((need): [string, string] => [need.isRequired ? "needs" : "may have", describeNeed(need)]),
    ...notes.map((note): [string, string] => ["note", note]),
    ["add it", `tackle add ${name}${builtInMeantBy(name) === undefined ? "" : ` --preset ${name}`}`],
  ];
  return renderPairs(pairs, terminal.style);
}

function describeNeed({ name, about, from, fallback }: Need): string {
  const usual = fallback === undefined ? "" : ` (usually ${fallback})`;
  return `${name}${usual}: ${about}${from === undefined ? "" : `, from ${from}`}`;
}

function jsonOfAll({ builtIns, presets }: Found): readonly unknown[] {
  return [...builtIns.map(jsonOfBuiltIn), ...presets.map(jsonOf)];
}

/** In the same form, so that whoever reads the list needs to know of one form only. */
function jsonOfBuiltIn({ name, description, note }: BuiltInServer): unknown {
  return {
    name,
    builtin: true,
    aliases: [],
    title: name,
    description,
    category: BUILT_IN,
    homepage: null,
    official: true,
    server: { type: "inprocess" },
    needs: [],
    notes: listOf(note),
  };
}

function jsonOf(preset: Preset): unknown {
  const {
    name,
    aliases = [],
    title,
    description,
    category,
    homepage,
    isOfficial,
    server,
    needs = [],
    notes = [],
  } = preset;
  return {
    name,
    builtin: false,
    aliases,
    title,
    description,
    category,
    homepage,
    official: isOfficial,
    server,
    needs: needs.map(({ name: variable, about, from, isRequired, isSecret, kind, fallback }) => ({
      name: variable,
      kind,
      about,
      from: from ?? null,
      required: isRequired,
      secret: isSecret,
      default: fallback ?? null,
    })),
    notes,
  };
}

function nothingFound(query: string): TackleError {
  const near = presetsNear(query).map((name) => `'${name}'`);
  return new TackleError({
    code: "not-found",
    message: `No server that can be added by name has to do with '${query}'`,
    hint: near.length === 0 ? "'tackle presets' lists all of them." : `Did you mean ${near.join(" or ")}?`,
  });
}
