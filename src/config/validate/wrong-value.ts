/** How a wrong value is reported: the field and its server, what was expected there, what was given, and the fix. */
import type { ConfigNode, Position } from "../formats/node.ts";
import { quoted } from "../formats/problems.ts";
import type { ReadContext } from "./read-values.ts";

export interface Mismatch {
  readonly expected: string;
  readonly given: string;
  readonly fix: string;
}

/** Undefined, so that a reader can end with it. */
export function wrong(
  { at }: { readonly at: Position },
  context: Pick<ReadContext, "field" | "server" | "report">,
  { expected, given, fix }: Mismatch,
): undefined {
  const { field } = context;
  const message = `'${field}'${ownerOf(context)} must be ${expected}, not ${given}`;
  context.report({ severity: "error", at, field, message, fix });
  return undefined;
}

/** ` of server 'x'`, or nothing for what belongs to a whole file. */
export function ownerOf({ server }: Pick<ReadContext, "server">): string {
  return server === undefined ? "" : ` of server '${server}'`;
}

/** For fields whose text may be a secret: only what kind of value it is. */
export function describeKind(node: ConfigNode): string {
  return node.kind === "scalar" && typeof node.value === "string" ? "a string" : describeValue(node);
}

/** For fields that never hold a secret: the value itself. */
export function describeValue(node: ConfigNode): string {
  if (node.kind === "list") return "a list";
  if (node.kind === "map") return "a map";
  return typeof node.value === "string" ? quoted(node.value) : String(node.value);
}
