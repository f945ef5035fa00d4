/** What a module exports, as far as its own text says: each value with its name and its documentation. */
import type { Expression, File, Node, Statement } from "@babel/types";
import { docsOf, isUndocumented, type DocComment } from "./doc-comment.ts";

export interface ExportedValue {
  /** `default` for the default export and for all that a CommonJS module exports. */
  readonly export: string;
  /** Set where the module exports a member of an object: `exports.name = …`. */
  readonly member?: string;
  readonly value: Node;
  /** The name that the value itself has. */
  readonly ownName: string | undefined;
  readonly docs: DocComment;
}

export interface ModuleExports {
  readonly values: readonly ExportedValue[];
  /** Exports whose value stands in another file. */
  readonly elsewhere: readonly { readonly node: Node; readonly source: string }[];
  /** What the names at the top of the module stand for. */
  readonly declared: ReadonlyMap<string, Declared>;
}

export interface Declared {
  readonly value: Node;
  readonly docs: DocComment;
}

export function findExports({ program: { body } }: File): ModuleExports {
  const overloads = documentedOverloads(body);
  const declared = new Map(
    body
      .flatMap(declarationsIn)
      .map(([name, { value, docs }]) => [name, { value, docs: overloads.get(name) ?? docs }]),
  );
  const values: ExportedValue[] = [];
  const elsewhere: { node: Node; source: string }[] = [];
  const add = (exported: string, local: string): void => {
    const found = declared.get(local);
    if (found !== undefined) values.push({ export: exported, ownName: local, ...found });
  };
  for (const statement of body) {
    if (statement.type === "ExportAllDeclaration" && statement.exportKind !== "type")
      elsewhere.push({ node: statement, source: statement.source.value });
    if (statement.type === "ExportDefaultDeclaration") {
      const { declaration } = statement;
      if (declaration.type === "Identifier") add("default", declaration.name);
      else
        values.push(
          valueOf("default", declaration, overloads.get(nameOfDefault(declaration)) ?? docsOf(statement)),
        );
    }
    if (statement.type === "ExportNamedDeclaration" && statement.exportKind !== "type") {
      const { source, specifiers } = statement;
      for (const [name] of declarationsIn(statement)) add(name, name);
      if (source) elsewhere.push({ node: statement, source: source.value });
      else for (const one of specifiers) if (isValueExport(one)) add(nameOf(one.exported), nameOf(one.local));
    }
    values.push(...commonJsExports(statement, declared));
  }
  return { values, elsewhere, declared };
}

/** The comment of a function's first overload that has one: callers see those, and never what implements them. */
function documentedOverloads(body: readonly Statement[]): ReadonlyMap<string, DocComment> {
  const found = new Map<string, DocComment>();
  for (const statement of body) {
    const isExport =
      statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration";
    const declaration = isExport ? statement.declaration : statement;
    if (declaration?.type !== "TSDeclareFunction") continue;
    const [name, docs] = [nameOfDefault(declaration), docsOf(statement)];
    if (!found.has(name) && !isUndocumented(docs)) found.set(name, docs);
  }
  return found;
}

/** No function is called `default`, which is what one without a name stands under. */
function nameOfDefault(node: Node): string {
  const isNamed = node.type === "FunctionDeclaration" || node.type === "TSDeclareFunction";
  return isNamed && node.id ? node.id.name : "default";
}

function isValueExport<Specifier extends { readonly type: string }>(
  specifier: Specifier,
): specifier is Extract<Specifier, { readonly type: "ExportSpecifier" }> {
  const isType = "exportKind" in specifier && specifier.exportKind === "type";
  return specifier.type === "ExportSpecifier" && !isType;
}

function nameOf(name: { readonly name: string } | { readonly value: string }): string {
  return "name" in name ? name.name : name.value;
}

/** The functions, classes and constants that a statement declares, by name. */
function declarationsIn(statement: Statement): [string, Declared][] {
  const isExport =
    statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration";
  const declaration = isExport ? statement.declaration : statement;
  const docs = docsOf(statement);
  switch (declaration?.type) {
    case "FunctionDeclaration":
    case "ClassDeclaration":
      return declaration.id ? [[declaration.id.name, { value: declaration, docs }]] : [];
    case "VariableDeclaration":
      return declaration.declarations.flatMap(({ id, init }): [string, Declared][] =>
        id.type === "Identifier" && init ? [[id.name, { value: plainValue(init), docs }]] : [],
      );
    default:
      return [];
  }
}

/** Without what only the compiler reads: `x as const`, `x satisfies T`, `x!`. */
export function plainValue(value: Expression): Expression {
  switch (value.type) {
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "TSTypeAssertion":
    case "ParenthesizedExpression":
      return plainValue(value.expression);
    default:
      return value;
  }
}

function valueOf(exported: string, node: Node, docs: DocComment): ExportedValue {
  const isNamed = node.type === "FunctionDeclaration" || node.type === "ClassDeclaration";
  const ownName = isNamed ? node.id?.name : undefined;
  return { export: exported, value: plainValue(node as Expression), ownName, docs };
}

/** `module.exports = …`, `exports.name = …`, `module.exports.name = …`: members of what `import` gives as `default`. */
function commonJsExports(statement: Statement, declared: ReadonlyMap<string, Declared>): ExportedValue[] {
  if (statement.type !== "ExpressionStatement" || statement.expression.type !== "AssignmentExpression")
    return [];
  const { left, right } = statement.expression;
  const path = pathOf(left);
  const isWhole = path === "module.exports";
  const [, member] = /^(?:module\.)?exports\.([\w$]+)$/.exec(path) ?? [];
  if (!isWhole && member === undefined) return [];
  const known = right.type === "Identifier" ? declared.get(right.name) : undefined;
  const ownName = right.type === "Identifier" ? right.name : undefined;
  const found = known ?? { value: plainValue(right), docs: docsOf(statement) };
  if (isWhole) return [{ export: "default", ownName, ...found }];
  return member === undefined ? [] : [{ export: "default", member, ownName: member, ...found }];
}

function pathOf(node: Node): string {
  if (node.type === "Identifier") return node.name;
  if (node.type !== "MemberExpression" || node.computed || node.property.type !== "Identifier") return "";
  return `${pathOf(node.object)}.${node.property.name}`;
}
