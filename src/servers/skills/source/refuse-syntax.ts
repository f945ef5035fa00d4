/**
 * TypeScript that Node cannot run as it is, because there is more to do than to leave the types out. It would fail when the
 * skill is loaded; here it is told before, with its place and the way around it.
 */
import type { File, Node } from "@babel/types";
import { BrokenSkill, placeOf } from "./parse-source.ts";

const REFUSED: ReadonlyMap<string, string> = new Map([
  ["TSEnumDeclaration", 'Node cannot run \'enum\'; use a union of literals such as "a" | "b"'],
  ["TSModuleDeclaration", "Node cannot run 'namespace'; use plain exports"],
  ["TSParameterProperty", "Node cannot run parameter properties; declare the field and assign it"],
  ["TSImportEqualsDeclaration", "Node cannot run 'import … = …'; use 'import … from'"],
  ["TSExportAssignment", "Node cannot run 'export = …'; use 'export default'"],
  ["Decorator", "Node cannot run decorators"],
]);

export function refuseSyntax(tree: File, file: string): void {
  const waiting: unknown[] = [tree.program];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isNode(next)) continue;
    const isTypeOnly = "declare" in next && next.declare === true;
    const message = isTypeOnly ? undefined : REFUSED.get(next.type);
    if (message !== undefined) throw new BrokenSkill(file, placeOf(next), message);
    if (!isTypeOnly) for (const child of Object.values(next)) waiting.push(...[child].flat());
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "loc" in value;
}
