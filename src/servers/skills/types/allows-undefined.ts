/** Whether a value of a type may be left out. */
import type { TSType } from "@babel/types";
import type { DeclaredTypes } from "./declared-types.ts";

/** `T | undefined`, also behind a name that the file knows. */
export function allowsUndefined(type: TSType, declared: DeclaredTypes): boolean {
  if (type.type === "TSUnionType") return type.types.some(isUndefined);
  if (type.type !== "TSTypeReference" || type.typeName.type !== "Identifier") return isUndefined(type);
  const alias = declared.get(type.typeName.name)?.alias;
  return alias?.type === "TSUnionType" && alias.types.some(isUndefined);
}

export function isUndefined({ type }: TSType): boolean {
  return type === "TSUndefinedKeyword" || type === "TSVoidKeyword";
}
