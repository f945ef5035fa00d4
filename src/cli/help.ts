/** The texts of `--help`, made from the same tables that parse the command line, and laid out for the terminal's width. */
import type { HelpPage, Option } from "./command.ts";
import { COMMANDS } from "./command-list.ts";
import { wrapText } from "./output/wrap-text.ts";
import { GLOBAL_OPTIONS } from "./parse-arguments.ts";
import type { Style, Terminal } from "./terminal.ts";

type Page = Pick<Terminal, "style" | "columns">;

export function overview(version: string, page: Page): string {
  const groups = new Map<string, [string, string][]>();
  for (const [name, { group, summary }] of COMMANDS)
    groups.set(group, [...(groups.get(group) ?? []), [name, summary]]);
  const { style } = page;
  return [
    `${style("bold", "tackle")} ${version}: one box for all your MCP servers`,
    section("Usage", ["tackle COMMAND [OPTIONS]", "tackle help COMMAND"], style),
    ...[...groups].map(([group, commands]) => section(group, pairLines(commands, page), style)),
    section("Options of every command", pairLines(optionPairs(GLOBAL_OPTIONS), page), style),
  ].join("\n\n");
}

export function commandHelp({ description, usage, options, examples }: HelpPage, page: Page): string {
  const { style, columns } = page;
  return [
    wrapText(description, columns === undefined ? undefined : Math.min(columns, WIDEST_TEXT)),
    section(
      "Usage",
      usage.map((line) => `tackle ${line}`),
      style,
    ),
    ...(options === undefined ? [] : [section("Options", pairLines(optionPairs(options), page), style)]),
    section("Examples", pairLines(examples, page), style),
    style(
      "dim",
      wrapText("Options of every command (--json, --config FILE, --debug, …): tackle --help", columns),
    ),
  ].join("\n\n");
}

/** Longer lines are hard to read. */
const WIDEST_TEXT = 120;
const INDENT = "  ";

function section(title: string, lines: readonly string[], style: Style): string {
  return [style("bold", title), ...lines.map((line) => `${INDENT}${line}`)].join("\n");
}

type Pair = readonly [left: string, right: string];

function optionPairs(options: Readonly<Record<string, Option>>): readonly Pair[] {
  return Object.entries(options).map(([name, option]) => {
    const short = option.short === undefined ? "    " : `-${option.short}, `;
    const value = option.type === "string" ? ` ${option.value ?? "VALUE"}` : "";
    return [`${short}--${name}${value}`, option.description];
  });
}

const GAP = "  ";
/** Less room than this makes ragged columns of single words; the right side then goes below the left. */
const LEAST_RIGHT = 24;
const BELOW = "      ";

/** Two columns; what is right of the other is wrapped under itself, or put below where there is no room beside it. */
function pairLines(pairs: readonly Pair[], { columns = Number.POSITIVE_INFINITY }: Page): string[] {
  const left = Math.max(...pairs.map(([text]) => text.length));
  const whole = columns - INDENT.length;
  const room = whole - left - GAP.length;
  const needed = Math.max(...pairs.map(([, text]) => text.length));
  if (room < Math.min(LEAST_RIGHT, needed))
    return pairs.flatMap(([first, second]) => [first, ...linesOf(second, whole - BELOW.length, BELOW)]);
  return pairs.flatMap(([first, second]) => {
    const [beside = "", ...under] = linesOf(second, room, "");
    const margin = " ".repeat(left) + GAP;
    return [`${first.padEnd(left)}${GAP}${beside}`, ...under.map((line) => margin + line)];
  });
}

function linesOf(text: string, width: number, indent: string): readonly string[] {
  return wrapText(text, width)
    .split("\n")
    .map((line) => indent + line);
}
