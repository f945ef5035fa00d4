/** One server of another client while it is being read: our fields so far, what is lost, and what a person should know. */
import { isValueMap, type ConfigValue } from "../formats/node.ts";

export interface Draft {
  readonly name: string;
  /** In our words. */
  readonly fields: Map<string, ConfigValue>;
  readonly dropped: DroppedField[];
  readonly notes: string[];
  /** Why this is nothing that Tacklebox could use. */
  skipped: string | undefined;
}

export interface DroppedField {
  /** In the client's words. */
  readonly field: string;
  readonly reason: string | undefined;
}

export function createDraft(name: string): Draft {
  return { name, fields: new Map(), dropped: [], notes: [], skipped: undefined };
}

/** Adds the values to a map such as `env`, which several keys of a client may fill. */
export function addValues(draft: Draft, field: string, values: Readonly<Record<string, ConfigValue>>): void {
  const before = draft.fields.get(field);
  draft.fields.set(field, isValueMap(before) ? { ...before, ...values } : values);
}

/** Says it once, however many texts of the server give reason to. */
export function addNote(draft: Draft, note: string): void {
  if (!draft.notes.includes(note)) draft.notes.push(note);
}
