/** Syntax that a program may not use at all, with what to do instead. */
import type { AnyNode } from "acorn";

const NO_MODULES =
  "There are no modules in the sandbox: everything that it has is a global; call tools under 'device'";

export function forbiddenSyntax(node: AnyNode): string | undefined {
  switch (node.type) {
    case "ImportDeclaration":
    case "ImportExpression":
      return `'import' cannot be used. ${NO_MODULES}`;
    case "ExportAllDeclaration":
    case "ExportDefaultDeclaration":
    case "ExportNamedDeclaration":
      return "'export' cannot be used: return the result instead";
    case "WithStatement":
      return "'with' cannot be used: name the object";
    case "MetaProperty":
      return node.meta.name === "import" ? `'import.meta' cannot be used. ${NO_MODULES}` : undefined;
    default:
      return undefined;
  }
}
