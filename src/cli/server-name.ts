/** Which names `add` accepts. Files may hold others; a new one should be easy to type, to read and to paste. */
import { TackleError } from "../errors.ts";
import { toTerminalText } from "../util/terminal-text.ts";

const MAX_LENGTH = 128;
const RULE =
  "Use letters, digits, '-', '_', '.', ':', '@', '/', '+' and single spaces; begin with a letter or a digit.";

export function checkServerName(name: string): void {
  const reason = reasonAgainst(name);
  if (reason === undefined) return;
  const shown = name.length > MAX_LENGTH ? `${name.slice(0, 40)}…` : name;
  const message = `'${toTerminalText(shown)}' cannot be a server's name: ${reason}`;
  throw new TackleError({ code: "usage", message, hint: RULE });
}

function reasonAgainst(name: string): string | undefined {
  if (name.trim() === "") return "it is empty";
  if (name.length > MAX_LENGTH) return `it has ${name.length} characters, and ${MAX_LENGTH} are allowed`;
  if (name === "__proto__") return "JavaScript keeps that word for itself";
  const odd = /[^\p{L}\p{M}\p{N}_.:@/+ -]/u.exec(name)?.[0];
  if (odd !== undefined) return `it holds ${describe(odd)}`;
  if (!/^[\p{L}\p{N}_@]/u.test(name)) return `it begins with '${name.charAt(0)}'`;
  return name.endsWith(" ") || name.includes("  ") ? "it has a space too many" : undefined;
}

function describe(character: string): string {
  return /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(character)
    ? `the invisible character ${toTerminalText(character)}`
    : `'${character}'`;
}
