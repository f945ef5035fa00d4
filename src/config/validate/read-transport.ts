/** The fields that say how a server is reached: a program, a web address or a name of ours. */
import type { ServerDefinition, ServerOptions, ServerType } from "../../types.ts";
import type { Report } from "../finding.ts";
import type { EntryField, ServerEntry } from "../shapes/shape.ts";
import { readInProcess } from "./read-in-process.ts";
import { readRemote, readRemoteFields } from "./read-remote.ts";
import { readStdio, readStdioFields } from "./read-stdio.ts";
import type { FieldReader } from "./read-values.ts";

export interface TransportContext {
  readonly entry: ServerEntry;
  readonly fields: ReadonlyMap<string, EntryField>;
  readonly read: FieldReader;
  readonly report: Report;
  readonly folder: string;
}

export function readTransport(
  type: ServerType,
  options: ServerOptions,
  context: TransportContext,
): ServerDefinition | undefined {
  switch (type) {
    case "stdio":
      return readStdio(options, context);
    case "http":
    case "sse":
      return readRemote(type, options, context);
    case "inprocess":
      return readInProcess(options, context);
  }
}

/** A server of which nobody can tell the type still has its fields checked: every problem is said at once. */
export function checkTransportFields(context: TransportContext): void {
  readStdioFields(context);
  readRemoteFields(context);
}
