/** Checks of a server's name and keys, before any value is read: unknown, repeated and misplaced ones. */
import { nearest } from "../../util/nearest.ts";
import type { ServerType } from "../../types.ts";
import type { EntryField, ServerEntry } from "../shapes/shape.ts";
import type { Report } from "./read-values.ts";
import { FOREIGN_FIELDS, SERVER_FIELDS } from "./server-fields.ts";

export function checkName(entry: ServerEntry, report: Report): void {
  const isUsable = entry.name.trim() !== "" && entry.name.length <= 128 && !/\p{Cc}/u.test(entry.name);
  if (isUsable && entry.name !== "__proto__") return;
  report({
    severity: "error",
    at: entry.at,
    field: "name",
    message: `'${entry.name.slice(0, 128)}' cannot be a server's name`,
    fix: "Use letters, digits, '-' and '_'.",
  });
}

export function checkKeys(entry: ServerEntry, report: Report): void {
  if (entry.fields === undefined) {
    report({
      severity: "error",
      at: entry.at,
      field: "",
      message: `Server '${entry.name}' must be a map`,
      fix: `Write {"command": "…"} or {"url": "…"}.`,
    });
    return;
  }
  const seen = new Set<string>();
  for (const { key, written, keyAt } of entry.fields) {
    if (seen.has(key)) {
      report({
        severity: "error",
        at: keyAt,
        field: key,
        message: `'${written}' repeats '${key}'`,
        fix: "Keep one of them.",
      });
    }
    seen.add(key);
    if (SERVER_FIELDS.has(key)) continue;
    const ours = FOREIGN_FIELDS.get(key);
    const [known] = nearest(key, [...SERVER_FIELDS.keys()]);
    const isLikelyMistake = ours !== undefined || known !== undefined || key === "__proto__";
    report({
      // A misspelt filter or switch would be dropped in silence, so that server does not start. A field that
      // resembles none of ours belongs to another client and is left to it.
      severity: isLikelyMistake ? "error" : "warning",
      at: keyAt,
      field: key,
      message: `Unknown key '${written}' in server '${entry.name}'`,
      fix:
        ours ??
        (known === undefined ? "It is ignored; remove it if it is a mistake." : `Did you mean '${known}'?`),
    });
  }
}

/** Fields of another kind of server do nothing; saying so beats a puzzle later. */
export function checkFieldsFitType(fields: readonly EntryField[], type: ServerType, report: Report): void {
  for (const { key, written, keyAt } of fields) {
    const types = SERVER_FIELDS.get(key)?.types;
    if (types === undefined || types.includes(type)) continue;
    const message = `'${written}' has no meaning for a server of type '${type}'`;
    report({ severity: "warning", at: keyAt, field: key, message, fix: `Remove it, or change the type.` });
  }
}
