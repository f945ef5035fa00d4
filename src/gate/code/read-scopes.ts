/**
 * Walks through a program once and notes what is declared where, which names are used, and every member that is taken of
 * something. Names are looked up afterwards, when all declarations are known.
 */
import type {
  AnyNode,
  Function as FunctionNode,
  MemberExpression,
  Pattern,
  VariableDeclaration,
} from "acorn";
import type { RawProblem } from "./code-problem.ts";
import { declareOrigins } from "./declare-origins.ts";
import { forbiddenSyntax } from "./forbidden-syntax.ts";
import { namesIn, Scope, type Reference } from "./scope.ts";

export interface ScopeReading {
  readonly references: Reference[];
  readonly members: { readonly node: MemberExpression; readonly scope: Scope }[];
  readonly patterns: { readonly pattern: Pattern; readonly from: AnyNode; readonly scope: Scope }[];
  readonly problems: RawProblem[];
}

/** Deeper than anything that is written by hand, and less than the stack holds. */
const MAX_DEPTH = 1000;

export function readScopes(program: AnyNode): ScopeReading {
  const reading: ScopeReading = { references: [], members: [], patterns: [], problems: [] };
  visit(program, new Scope(undefined, true), 0);
  return reading;

  function visit(node: AnyNode, scope: Scope, depth: number): void {
    if (depth > MAX_DEPTH) {
      if (reading.problems.every(({ message }) => message !== TOO_DEEP))
        reading.problems.push({ message: TOO_DEEP, at: node.start });
      return;
    }
    const forbidden = forbiddenSyntax(node);
    if (forbidden !== undefined) {
      reading.problems.push({ message: forbidden, at: node.start });
      return;
    }
    const below = (child: AnyNode | null | undefined, inside = scope) => {
      if (child !== null && child !== undefined) visit(child, inside, depth + 1);
    };
    switch (node.type) {
      case "Identifier":
        reading.references.push({ name: node.name, at: node.start, scope, use: "read" });
        return;
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        visitFunction(node, scope, below);
        return;
      case "ClassDeclaration":
      case "ClassExpression": {
        const inside = new Scope(scope);
        if (node.id) (node.type === "ClassDeclaration" ? scope : inside).declare(node.id.name);
        below(node.superClass, inside);
        below(node.body, inside);
        return;
      }
      case "VariableDeclaration":
        visitDeclaration(node, scope, below);
        return;
      case "CatchClause": {
        const inside = new Scope(scope);
        if (node.param) visitPattern(node.param, inside, below);
        below(node.body, inside);
        return;
      }
      case "MemberExpression":
        reading.members.push({ node, scope });
        below(node.object);
        if (node.computed) below(node.property);
        return;
      case "Property":
      case "PropertyDefinition":
      case "MethodDefinition":
        if (node.computed) below(node.key);
        below(node.value);
        return;
      case "AssignmentExpression":
        for (const { name, start } of node.left.type === "MemberExpression" ? [] : namesIn(node.left))
          reading.references.push({ name, at: start, scope, use: "write" });
        if (node.left.type === "ObjectPattern")
          reading.patterns.push({ pattern: node.left, from: node.right, scope });
        if (node.left.type !== "Identifier") below(node.left);
        below(node.right);
        return;
      case "UpdateExpression":
        if (node.argument.type === "Identifier")
          reading.references.push({ name: node.argument.name, at: node.argument.start, scope, use: "write" });
        else below(node.argument);
        return;
      case "UnaryExpression":
        if (node.operator === "typeof" && node.argument.type === "Identifier")
          reading.references.push({ name: node.argument.name, at: node.start, scope, use: "typeof" });
        else below(node.argument);
        return;
      case "LabeledStatement":
        below(node.body);
        return;
      case "BreakStatement":
      case "ContinueStatement":
      case "MetaProperty":
        return;
      case "BlockStatement":
      case "StaticBlock":
      case "ForStatement":
      case "ForInStatement":
      case "ForOfStatement":
      case "SwitchStatement":
        visitChildren(node, new Scope(scope, node.type === "StaticBlock"), below);
        return;
      default:
        visitChildren(node, scope, below);
    }
  }

  function visitFunction(node: FunctionNode, scope: Scope, below: Below): void {
    const inside = new Scope(scope, true);
    if (node.id) (node.type === "FunctionDeclaration" ? scope : inside).declare(node.id.name);
    if (node.type !== "ArrowFunctionExpression") inside.declare("arguments");
    for (const parameter of node.params) visitPattern(parameter, inside, below);
    below(node.body, inside);
  }

  function visitDeclaration(node: VariableDeclaration, scope: Scope, below: Below): void {
    for (const { id, init } of node.declarations) {
      if (init && id.type === "ObjectPattern") reading.patterns.push({ pattern: id, from: init, scope });
      if (node.kind === "const" && init) declareOrigins(id, { expression: init, scope, members: [] });
      else {
        for (const { name } of namesIn(id)) {
          if (node.kind === "var") scope.declareVar(name);
          else scope.declare(name);
        }
      }
      visitDefaults(id, scope, below);
      below(init);
    }
  }

  function visitPattern(pattern: Pattern, scope: Scope, below: Below): void {
    for (const { name } of namesIn(pattern)) scope.declare(name);
    visitDefaults(pattern, scope, below);
  }

  /** The expressions inside of a pattern: default values and computed keys. */
  function visitDefaults(pattern: Pattern, scope: Scope, below: Below): void {
    switch (pattern.type) {
      case "AssignmentPattern":
        below(pattern.right, scope);
        visitDefaults(pattern.left, scope, below);
        return;
      case "ObjectPattern":
        for (const property of pattern.properties) {
          if (property.type !== "RestElement" && property.computed) below(property.key, scope);
          visitDefaults(property.type === "RestElement" ? property.argument : property.value, scope, below);
        }
        return;
      case "ArrayPattern":
        for (const element of pattern.elements) if (element !== null) visitDefaults(element, scope, below);
        return;
      case "RestElement":
        visitDefaults(pattern.argument, scope, below);
        return;
      default:
    }
  }
}

type Below = (child: AnyNode | null | undefined, inside?: Scope) => void;

const TOO_DEEP = `The program is nested more than ${MAX_DEPTH} levels deep`;

/** The tree is plain data of the parser: what has a type is a node. */
function visitChildren(node: AnyNode, scope: Scope, below: Below): void {
  for (const value of Object.values(node) as unknown[]) {
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof child === "object" && child !== null && "type" in child) below(child as AnyNode, scope);
    }
  }
}
