/** The declared result of a function → the tool's output schema, where it is an object; of all else nothing is promised. */
import type { TSType } from "@babel/types";
import type { JsonObject } from "../../types.ts";
import type { DocComment } from "./source/doc-comment.ts";
import type { FunctionNode } from "./source/find-callables.ts";
import { allowsUndefined } from "./types/allows-undefined.ts";
import { readDocType } from "./types/doc-types.ts";
import { awaited } from "./types/read-reference.ts";
import { NO_SCOPE, type TypeReading } from "./types/type-reading.ts";

export function describeOutput(
  node: FunctionNode,
  docs: DocComment,
  reading: TypeReading,
): JsonObject | undefined {
  const declared = resultType(node, docs);
  const type = declared && awaited(declared);
  if (type === undefined || !mayBeObject(type) || allowsUndefined(type, reading.declared)) return undefined;
  const schema = reading.resolve(reading.schemaOf(type, NO_SCOPE));
  return schema["type"] === "object" ? reading.whole(schema) : undefined;
}

function resultType({ returnType }: FunctionNode, docs: DocComment): TSType | undefined {
  if (returnType?.type === "TSTypeAnnotation") return returnType.typeAnnotation;
  return docs.returns?.type === undefined ? undefined : readDocType(docs.returns.type);
}

/** Looked at before the type is read: what is lost in a type that is not used is not worth a remark. */
function mayBeObject({ type }: TSType): boolean {
  return type === "TSTypeReference" || type === "TSTypeLiteral" || type === "TSIntersectionType";
}
