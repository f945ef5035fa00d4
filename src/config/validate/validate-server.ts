/**
 * One server as it is written → one checked definition, or every reason why not. The checks are written by hand, with
 * no schema library: reading the configuration is on the path of every command's start.
 */
import type { ApprovalSubject, ServerDefinition } from "../../types.ts";
import type { ServerEntry } from "../shapes/shape.ts";
import { approvalSubject } from "./approval-subject.ts";
import { checkFieldsFitType, checkKeys, checkName } from "./check-keys.ts";
import { inferType } from "./infer-type.ts";
import { readOptions, type OptionsContext } from "./read-options.ts";
import { checkTransportFields, readTransport } from "./read-transport.ts";
import type { FieldReader, ReadText } from "./read-values.ts";
import { SERVER_FIELDS } from "./server-fields.ts";

export interface ServerContext extends OptionsContext {
  /** The folder that relative paths start from. */
  readonly folder: string;
  /** Replaces variables. */
  readonly readText: ReadText;
}

export interface ValidatedServer {
  readonly definition: ServerDefinition;
  readonly subject: ApprovalSubject;
}

/** Undefined when no definition can be made; where errors were reported, the one returned must not be used either. */
export function validateServer(entry: ServerEntry, context: ServerContext): ValidatedServer | undefined {
  const { report, folder } = context;
  const fields = new Map((entry.fields ?? []).map((field) => [field.key, field]));
  checkName(entry, report);
  checkKeys(entry, report);
  if (entry.fields === undefined) return undefined;

  const read: FieldReader = (key, readValue) => {
    const field = fields.get(key);
    if (field === undefined) return undefined;
    const readText: ReadText = SERVER_FIELDS.get(key)?.expands ? context.readText : (text) => text;
    return readValue(field.value, { field: key, server: entry.name, report, readText });
  };
  const transport = { entry, fields, read, report, folder };
  const type = inferType(entry, fields, report);
  const options = readOptions(entry, read, context);
  if (type === undefined) {
    checkTransportFields(transport);
    return undefined;
  }
  checkFieldsFitType(entry, type, report);
  const definition = readTransport(type, options, transport);
  if (definition === undefined) return undefined;
  return { definition, subject: approvalSubject(definition, fields) };
}
