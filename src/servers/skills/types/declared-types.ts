/** The types that a file declares itself, by name: interfaces, aliases and the `@typedef`s of its comments. */
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

export interface DeclaredType {
  readonly parameters: readonly TSTypeParameter[];
  /** Several interfaces of one name are one; an alias has a type instead. */
  readonly members: readonly TSTypeElement[];
  readonly heritage: readonly TSInterfaceHeritage[];
  readonly alias: TSType | undefined;
  readonly description: string;
  /** Set for types in comments. */
  readonly at: Place | undefined;
}

export type DeclaredTypes = ReadonlyMap<string, DeclaredType>;

export function declaredTypes({ program, comments }: File): DeclaredTypes {
  const types = new Map<string, DeclaredType>();
  for (const comment of comments ?? []) {
    if (comment.type !== "CommentBlock" || !isDoc(comment.value)) continue;
    const { typedefs, description } = readDocComment(comment.value);
    for (const { name, type, fields } of typedefs) {
      const alias = fields.length > 0 ? readDocFields(fields) : readDocType(type ?? "unknown");
      types.set(name, { ...NOTHING, alias, description, at: placeOf(comment) });
    }
  }
  for (const statement of program.body) {
    const [name, declared] = declaredIn(statement) ?? [];
    if (name === undefined || declared === undefined) continue;
    const before = types.get(name);
    types.set(name, before === undefined ? declared : together(before, declared));
  }
  return types;
}

const NOTHING = { parameters: [], members: [], heritage: [], alias: undefined, at: undefined };

function declaredIn(statement: Statement): [string, DeclaredType] | undefined {
  const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
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
