/**
 * Numbers in the text form that Prometheus reads. Names of servers and tools are untrusted text: whoever counts by them
 * counts by `labelOf`, because two names that look the same on the page would make the whole page invalid.
 */
import { toTerminalText } from "../../util/terminal-text.ts";

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels?: Labels;
  readonly value: number;
  /** Appended to the metric's name: `_bucket`, `_sum`, `_count`. */
  readonly suffix?: string;
}

export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly samples: Iterable<Sample>;
}

export function writeMetrics(metrics: Iterable<Metric>): string {
  const lines: string[] = [];
  for (const { name, help, type, samples } of metrics) {
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
    for (const { labels, value, suffix = "" } of samples)
      lines.push(`${name}${suffix}${labels === undefined ? "" : writeLabels(labels)} ${writeNumber(value)}`);
  }
  return `${lines.join("\n")}\n`;
}

const LONGEST_LABEL = 200;

/** A name as it is shown: one short line without anything invisible. */
export function labelOf(name: string): string {
  return toTerminalText(name.slice(0, LONGEST_LABEL));
}

function writeLabels(labels: Labels): string {
  return `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${escape(value)}"`)
    .join(",")}}`;
}

function escape(value: string): string {
  return toTerminalText(value).replace(/[\\"]/g, String.raw`\$&`);
}

function writeNumber(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "+Inf";
  return Number.isNaN(value) ? "NaN" : String(value);
}
