/** Checks of a server's name and keys, before any value is read: unknown, repeated and misplaced ones. */
import { nearest } from "../../util/nearest.ts";
import type { ServerType } from "../../types.ts";
import type { ServerEntry } from "../shapes/shape.ts";
import type { Report } from "../finding.ts";
import { pathText } from "../formats/problems.ts";
import { FOREIGN_FIELDS, SERVER_FIELDS } from "./server-fields.ts";

const MAX_NAME = 128;

export function checkName(entry: ServerEntry, report: Report): void {
  const isUsable =
    entry.name.trim() !== "" && entry.name.length <= MAX_NAME && !/[\p{Cc}\p{Cs}]/u.test(entry.name);
  if (isUsable && entry.name !== "__proto__") return;
  report({
    severity: "error",
    at: entry.at,
    field: "name",
    message: `'${entry.name.slice(0, MAX_NAME).toWellFormed()}' cannot be the name of a server`,
    fix: `Use letters, digits, '-' and '_', at most ${MAX_NAME} of them.`,
  });
}

export function checkKeys(entry: ServerEntry, report: Report): void {
  if (entry.fields === undefined) {
    report({
      severity: "error",
      at: entry.at,
      field: pathText(entry.path),
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
        message: `'${written}' repeats '${key}' in server '${entry.name}'`,
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
export function checkFieldsFitType(entry: ServerEntry, type: ServerType, report: Report): void {
  for (const { key, written, keyAt } of entry.fields ?? []) {
    const types = SERVER_FIELDS.get(key)?.types;
    if (types === undefined || types.includes(type)) continue;
    const message = `'${written}' of server '${entry.name}' has no meaning for the type '${type}'`;
    report({ severity: "warning", at: keyAt, field: key, message, fix: `Remove it, or change the type.` });
  }
}
