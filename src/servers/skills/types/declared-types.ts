/**
 * The types that a file knows, by name: its interfaces, aliases and the `@typedef`s of its comments, and those that it imports as
 * types from files beside it. What cannot be read there is not known here.
 */
import type {
  File,
  Statement,
  TSInterfaceHeritage,
  TSType,
  TSTypeElement,
  TSTypeParameter,
} from "@babel/types";
import { docsOf, isDoc, readDocComment } from "../source/doc-comment.ts";
import { placeOf } from "../source/parse-source.ts";
import type { Place } from "../skill-tool.ts";
import { readDocFields, readDocType } from "./doc-types.ts";
import { importedTypes } from "./imported-types.ts";

export interface DeclaredType {
  readonly parameters: readonly TSTypeParameter[];
  /** Several interfaces of one name are one; an alias has a type instead. */
  readonly members: readonly TSTypeElement[];
  readonly heritage: readonly TSInterfaceHeritage[];
  readonly alias: TSType | undefined;
  readonly description: string;
  /** Set for types in comments and in other files. */
  readonly at: Place | undefined;
  /** Where it is declared, under which name, and what the names in it stand for. */
  readonly home: TypeHome;
}

export interface TypeHome {
  /** Empty for the skill's own file. */
  readonly file: string;
  readonly name: string;
  readonly types: DeclaredTypes;
}

export type DeclaredTypes = ReadonlyMap<string, DeclaredType>;

/** The tree of a file that another one imports by a relative path, and its own path; undefined where there is none to read. */
export type OpenNeighbour = (
  specifier: string,
  from: string,
) => { readonly file: string; readonly tree: File } | undefined;

export function declaredTypes(tree: File, openNeighbour: OpenNeighbour = () => undefined): DeclaredTypes {
  const known = new Map<string, DeclaredTypes>();
  const typesIn = (file: string, own: File): DeclaredTypes => {
    const types = new Map<string, DeclaredType>();
    known.set(file, types); // before its imports are followed, which may lead back here
    addOwnTypes(types, own, file);
    for (const { specifier, names, at } of importedTypes(own.program.body)) {
      const neighbour = known.size > MAX_FILES ? undefined : openNeighbour(specifier, file);
      if (neighbour === undefined) continue;
      const others = known.get(neighbour.file) ?? typesIn(neighbour.file, neighbour.tree);
      for (const [name, local] of names ?? [...others.keys()].map((one) => [one, one] as const)) {
        const other = others.get(name);
        if (other !== undefined && !types.has(local)) types.set(local, { ...other, at });
      }
    }
    return types;
  };
  return typesIn("", tree);
}

/** Types of more files are not followed. */
const MAX_FILES = 50;

function addOwnTypes(types: Map<string, DeclaredType>, { program, comments }: File, file: string): void {
  const homeOf = (name: string): TypeHome => ({ file, name, types });
  for (const comment of comments ?? []) {
    if (comment.type !== "CommentBlock" || !isDoc(comment.value)) continue;
    const { typedefs, description } = readDocComment(comment.value);
    for (const { name, type, fields } of typedefs) {
      const alias = fields.length > 0 ? readDocFields(fields) : readDocType(type ?? "unknown");
      types.set(name, { ...NOTHING, alias, description, at: placeOf(comment), home: homeOf(name) });
    }
  }
  for (const statement of program.body) {
    const [name, declared] = declaredIn(statement) ?? [];
    if (name === undefined || declared === undefined) continue;
    const before = types.get(name);
    const home = homeOf(name);
    types.set(name, before === undefined ? { ...declared, home } : together(before, { ...declared, home }));
    const own = types.get(name);
    if (statement.type === "ExportDefaultDeclaration" && own !== undefined) types.set("default", own);
  }
}

const NOTHING = { parameters: [], members: [], heritage: [], alias: undefined, at: undefined };

function declaredIn(statement: Statement): [string, Omit<DeclaredType, "home">] | undefined {
  const isExport =
    statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration";
  const declaration = isExport ? statement.declaration : statement;
  const { description } = docsOf(statement);
  switch (declaration?.type) {
    case "TSInterfaceDeclaration": {
      const { id, typeParameters, body } = declaration;
      const heritage = declaration.extends ?? [];
      const parameters = typeParameters?.params ?? [];
      return [id.name, { ...NOTHING, parameters, members: body.body, heritage, description }];
    }
    case "TSTypeAliasDeclaration": {
      const { id, typeParameters, typeAnnotation: alias } = declaration;
      return [id.name, { ...NOTHING, parameters: typeParameters?.params ?? [], alias, description }];
    }
    default:
      return undefined;
  }
}

function together(first: DeclaredType, second: DeclaredType): DeclaredType {
  return {
    ...first,
    members: [...first.members, ...second.members],
    heritage: [...first.heritage, ...second.heritage],
    alias: first.alias ?? second.alias,
  };
}
