/** Shows what is new, numbered, and asks which of it to add. No answer means none. */
import type { PlannedServer } from "../../../config/import-clients/plan-import.ts";
import { askText } from "../../ask-text.ts";
import type { Invocation } from "../../command.ts";
import { names, renderTable } from "../../output/table.ts";
import { rowOf } from "./present-import.ts";

export interface Offer {
  readonly planned: readonly PlannedServer[];
  readonly offered: readonly PlannedServer[];
  readonly invocation: Invocation;
}

export async function askWhich({ offered, invocation }: Offer): Promise<readonly PlannedServer[]> {
  if (offered.length === 0) return [];
  const { terminal, redactor } = invocation;
  const rows = offered.map((server, index) => [String(index + 1), ...rowOf(server, redactor)]);
  const { columns } = terminal.stderr;
  const width = columns > 0 ? columns : undefined; // some terminals do not know
  terminal.stderr.write(
    `${renderTable({ columns: ["", names("NAME"), "CLIENT", "TARGET"], rows }, { style: terminal.stderrStyle, columns: width })}\n\n`,
  );
  for (let tries = 0; tries < 3; tries++) {
    const question = "Which ones? Numbers such as 1,3-5, 'all', or Enter for none:";
    const answer = await askText(terminal, { question });
    const numbers = numbersIn(answer ?? "", offered.length);
    if (numbers !== undefined) return offered.filter((_, index) => numbers.has(index + 1));
    terminal.stderr.write(`Please write numbers from 1 to ${offered.length}.\n`);
  }
  return [];
}

/** `1,3-5` → 1, 3, 4, 5; undefined for what cannot be understood. */
export function numbersIn(answer: string, count: number): ReadonlySet<number> | undefined {
  const text = answer.trim().toLowerCase();
  if (text === "" || text === "none") return new Set();
  const all = Array.from({ length: count }, (_, index) => index + 1);
  if (text === "all" || text === "*") return new Set(all);
  const chosen = new Set<number>();
  for (const part of text.split(/[\s,]+/).filter((one) => one !== "")) {
    const [, first, last = first] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (!(from >= 1 && from <= to && to <= count)) return undefined;
    for (const number of all.slice(from - 1, to)) chosen.add(number);
  }
  return chosen;
}
