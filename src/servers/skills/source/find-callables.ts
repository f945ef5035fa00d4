/** The functions of a skill that become tools: exported ones, and those of an exported class or default object. */
import type {
  Class,
  File,
  FunctionParameter,
  Node,
  ObjectExpression,
  TSParameterProperty,
} from "@babel/types";
import type { Place, SkillRemark, SkillTarget } from "../skill-tool.ts";
import { docsOf, isUndocumented, type DocComment } from "./doc-comment.ts";
import { findExports, plainValue, type Declared, type ExportedValue } from "./find-exports.ts";
import { placeOf } from "./parse-source.ts";

export interface Callable {
  readonly name: string;
  readonly target: SkillTarget;
  readonly node: FunctionNode;
  readonly docs: DocComment;
  readonly at: Place;
}

/** Anything with parameters and a result. */
export type FunctionNode = Extract<
  Node,
  { readonly params: FunctionNodeParameter[]; readonly body: unknown }
>;
type FunctionNodeParameter = FunctionParameter | TSParameterProperty;

export interface FoundCallables {
  readonly callables: readonly Callable[];
  readonly remarks: readonly SkillRemark[];
}

/** `skill` names an anonymous default function. */
export function findCallables(tree: File, skill: string): FoundCallables {
  const { values, elsewhere, declared } = findExports(tree);
  const remarks: SkillRemark[] = elsewhere.map(({ node, source }) => ({
    ...placeOf(node),
    message: `what is exported from '${source}' is no tool: only functions of this file are read`,
  }));
  const callables = new Map<string, Callable>();
  const seen = new Set<Node>();
  for (const callable of values.flatMap((value) => callablesIn(value, { skill, declared }))) {
    if (seen.has(callable.node)) continue; // the same function, exported by name and as default
    seen.add(callable.node);
    const refusal = callables.has(callable.name) ? TWICE : refusalOf(callable);
    if (refusal === undefined) callables.set(callable.name, callable);
    else remarks.push({ ...callable.at, message: `'${callable.name}' is no tool: ${refusal}` });
  }
  return { callables: [...callables.values()], remarks };
}

const TWICE = "an earlier one has this name";

/** Characters and length as the specification asks (2026-07-28, server/tools). */
const TOOL_NAME = /^[A-Za-z0-9_.-]{1,128}$/;

function refusalOf({ name, node }: Callable): string | undefined {
  if (!TOOL_NAME.test(name)) return "a tool's name has only the characters A–Z a–z 0–9 _ - .";
  if (name in Object.prototype) return "every JavaScript object has something of this name";
  if ("generator" in node && node.generator === true) return "a generator has no single result";
  return undefined;
}

interface Surroundings {
  readonly skill: string;
  readonly declared: ReadonlyMap<string, Declared>;
}

function callablesIn(exported: ExportedValue, { skill, declared }: Surroundings): Callable[] {
  const { value, docs, member, ownName } = exported;
  const at = placeOf(value);
  if (isFunction(value)) {
    const name = exported.export === "default" ? (ownName ?? skill) : exported.export;
    const target: SkillTarget =
      member === undefined
        ? { kind: "function", export: exported.export }
        : { kind: "member", export: exported.export, member, ofClass: false };
    return isPrivate(name) ? [] : [{ name, target, node: value, docs, at }];
  }
  if (member !== undefined) return [];
  if (value.type === "ClassDeclaration" || value.type === "ClassExpression")
    return membersOfClass(value).map((found) => asCallable(found, exported.export, true));
  if (value.type === "ObjectExpression" && exported.export === "default")
    return membersOfObject(value, declared).map((found) => asCallable(found, exported.export, false));
  return [];
}

interface Member {
  readonly name: string;
  readonly node: FunctionNode;
  readonly holder: Node;
  readonly docs: DocComment;
}

function asCallable({ name, node, holder, docs }: Member, exported: string, ofClass: boolean): Callable {
  const target: SkillTarget = { kind: "member", export: exported, member: name, ofClass };
  return { name, target, node, docs, at: placeOf(holder) };
}

/** The public methods of its instances; functions in fields count, accessors and statics do not. */
function membersOfClass({ body: { body } }: Class): Member[] {
  return body.flatMap((holder): Member[] => {
    if (holder.type !== "ClassMethod" && holder.type !== "ClassProperty") return [];
    const isHidden = holder.accessibility === "private" || holder.accessibility === "protected";
    const name = keyOf(holder);
    if (name === undefined || isHidden || holder.static || isPrivate(name)) return [];
    const docs = documentedOverload(body, name) ?? docsOf(holder);
    if (holder.type === "ClassMethod")
      return holder.kind === "method" ? [{ name, node: holder, holder, docs }] : [];
    const value = holder.value ? plainValue(holder.value) : undefined;
    return value !== undefined && isFunction(value) ? [{ name, node: value, holder, docs }] : [];
  });
}

function documentedOverload(body: Class["body"]["body"], name: string): DocComment | undefined {
  const overloads = body.filter(
    (holder) => holder.type === "TSDeclareMethod" && !holder.static && keyOf(holder) === name,
  );
  return overloads.map(docsOf).find((docs) => !isUndocumented(docs));
}

function membersOfObject(
  { properties }: ObjectExpression,
  declared: ReadonlyMap<string, Declared>,
): Member[] {
  return properties.flatMap((holder): Member[] => {
    if (holder.type === "SpreadElement") return [];
    const name = keyOf(holder);
    if (name === undefined || isPrivate(name)) return [];
    const docs = docsOf(holder);
    if (holder.type === "ObjectMethod")
      return holder.kind === "method" ? [{ name, node: holder, holder, docs }] : [];
    const { value } = holder;
    if (isFunction(value)) return [{ name, node: value, holder, docs }];
    const known = value.type === "Identifier" ? declared.get(value.name) : undefined;
    return known !== undefined && isFunction(known.value)
      ? [{ name, node: known.value, holder: known.value, docs: known.docs }]
      : [];
  });
}

function keyOf({
  key,
  computed,
}: {
  readonly key: Node;
  readonly computed?: boolean | null;
}): string | undefined {
  if (computed === true) return undefined;
  if (key.type === "Identifier") return key.name;
  return key.type === "StringLiteral" ? key.value : undefined;
}

function isFunction(node: Node): node is FunctionNode {
  const kinds = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"];
  return kinds.includes(node.type);
}

/** By the old custom: what begins with an underscore is for the module itself. */
function isPrivate(name: string): boolean {
  return name.startsWith("_");
}
