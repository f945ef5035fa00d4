/** The report of a field that this type of server cannot be without. */
import type { ServerType } from "../../types.ts";
import type { TransportContext } from "./read-transport.ts";

export function reportMissing(
  field: "command" | "url",
  type: ServerType,
  { entry, fields, report }: TransportContext,
): undefined {
  const given = fields.get(field);
  const message =
    given === undefined
      ? `Missing '${field}' in ${type} server '${entry.name}'`
      : `'${field}' is empty in ${type} server '${entry.name}'`;
  const fix = given === undefined ? `Add "${field}".` : `Fill in "${field}".`;
  report({ severity: "error", at: given?.value.at ?? entry.at, field, message, fix });
}
