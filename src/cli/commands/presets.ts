/** `tackle presets`: the well-known servers that `tackle add` knows by name. */
import type { Need, Preset } from "../../config/presets/preset.ts";
import { PRESETS, presetNamed, presetsNear, searchPresets } from "../../config/presets/presets.ts";
import { TackleError } from "../../errors.ts";
import { quoteWords } from "../../util/split-words.ts";
import type { Command, CommandResult, Invocation } from "../command.ts";
import { names, prose, renderPairs, renderTable } from "../output/table.ts";
import { tooManyWords } from "../read-config.ts";

export const presetsCommand: Command = {
  usage: ["presets [QUERY…]"],
  description:
    "Lists well-known servers, or those that a query finds. The name of one shows what it runs and what it needs.\n" +
    "'tackle add NAME' adds one.",
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
    const exact = query === "" ? undefined : presetNamed(query);
    if (exact !== undefined) return { json: [exact].map(jsonOf), human: renderOne(exact, invocation) };
    const found = query === "" ? PRESETS : searchPresets(query);
    if (found.length === 0) throw nothingFound(query);
    return renderMany(found, invocation);
  },
};

function renderMany(presets: readonly Preset[], { terminal }: Invocation): CommandResult {
  const rows = presets.map((preset) => [preset.name, preset.category, needsOf(preset), preset.description]);
  const human = renderTable(
    { columns: [names("NAME"), "KIND", "NEEDS", prose("WHAT IT DOES")], rows },
    terminal,
  );
  return { json: presets.map(jsonOf), human };
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
    ["add it", `tackle add ${name}`],
  ];
  return renderPairs(pairs, terminal.style);
}

function describeNeed({ name, about, from, fallback }: Need): string {
  const usual = fallback === undefined ? "" : ` (usually ${fallback})`;
  return `${name}${usual}: ${about}${from === undefined ? "" : `, from ${from}`}`;
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
    message: `No preset has to do with '${query}'`,
    hint: near.length === 0 ? "'tackle presets' lists all of them." : `Did you mean ${near.join(" or ")}?`,
  });
}
