/** The texts of `--help`, made from the same tables that parse the command line. */
import type { HelpPage, Option } from "./command.ts";
import { COMMANDS } from "./command-list.ts";
import { GLOBAL_OPTIONS } from "./parse-arguments.ts";
import type { Style } from "./terminal.ts";

export function overview(version: string, style: Style): string {
  const groups = new Map<string, [string, string][]>();
  for (const [name, { group, summary }] of COMMANDS)
    groups.set(group, [...(groups.get(group) ?? []), [name, summary]]);
  const sections = [...groups].map(([group, commands]) => section(group, columns(commands), style));
  return [
    `${style("bold", "tackle")} ${version}: one box for all your MCP servers`,
    section("Usage", ["tackle COMMAND [OPTIONS]", "tackle help COMMAND"], style),
    ...sections,
    section("Options of every command", optionLines(GLOBAL_OPTIONS), style),
  ].join("\n\n");
}

export function commandHelp(command: HelpPage, style: Style): string {
  const examples = command.examples.map(([line, what]): [string, string] => [line, what]);
  return [
    command.description,
    section(
      "Usage",
      command.usage.map((line) => `tackle ${line}`),
      style,
    ),
    ...(command.options === undefined ? [] : [section("Options", optionLines(command.options), style)]),
    section("Examples", columns(examples), style),
    style("dim", "Options of every command (--json, --config FILE, --debug, …): tackle --help"),
  ].join("\n\n");
}

function section(title: string, lines: readonly string[], style: Style): string {
  return [style("bold", title), ...lines.map((line) => `  ${line}`)].join("\n");
}

function optionLines(options: Readonly<Record<string, Option>>): string[] {
  return columns(
    Object.entries(options).map(([name, option]) => {
      const short = option.short === undefined ? "    " : `-${option.short}, `;
      const value = option.type === "string" ? ` ${option.value ?? "VALUE"}` : "";
      return [`${short}--${name}${value}`, option.description];
    }),
  );
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`);
}
