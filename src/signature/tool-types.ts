/** What a tool takes and what it gives, as types: from its schemas, or from what its results looked like so far. */
import type { ToolDefinition } from "../types.ts";
import { isObject } from "../util/is-object.ts";
import { shapeType } from "./shapes/shape-type.ts";
import type { Shape } from "./shapes/shape.ts";
import { notesOf } from "./types/read-notes.ts";
import { readSchema } from "./types/read-schema.ts";
import { HANDLE, isUnknown, OBJECT, type TypeNode } from "./types/type-node.ts";

export interface ToolTypes {
  /** Undefined for a tool without parameters. */
  readonly input: TypeNode | undefined;
  /** Whether a call may leave out the parameters altogether. */
  readonly isInputOptional: boolean;
  /** Undefined as long as nobody knows. */
  readonly output: TypeNode | undefined;
  /** The server promises nothing about its results; this is what was seen of them. */
  readonly isSeen: boolean;
  /** What its parameters must fulfil together. Untrusted. */
  readonly notes: readonly string[];
}

export function toolTypes(definition: ToolDefinition, shape: Shape | undefined): ToolTypes {
  const { inputSchema, outputSchema } = definition;
  const promised = isObject(outputSchema) ? withHandles(readSchema(outputSchema), shape) : undefined;
  const seen = promised === undefined && shape !== undefined ? shapeType(shape) : undefined;
  const output = promised ?? seen;
  return {
    ...readInput(inputSchema),
    output: output === undefined || isUnknown(output) ? undefined : output,
    isSeen: seen !== undefined && !isUnknown(seen),
    notes: notesOf(inputSchema),
  };
}

/** Beside what the server promises a program finds the handles of binary content, where some came. */
function withHandles(promised: TypeNode, shape: Shape | undefined): TypeNode {
  const cameWith = shape?.fields?.some(([name]) => name === HANDLES) === true;
  if (!cameWith || promised.kind !== "object") return promised;
  const { properties } = promised;
  let name = HANDLES;
  while (properties.some((property) => property.name === name)) name = `_${name}`;
  const type: TypeNode = { kind: "array", items: HANDLE };
  const handles = {
    name,
    type,
    isOptional: true,
    initial: undefined,
    description: "Binary content",
    notes: [],
  };
  return { ...promised, properties: [...properties, handles] };
}

/** The member under which a program finds them. */
export const HANDLES = "handles";

function readInput(schema: ToolDefinition["inputSchema"]): Pick<ToolTypes, "input" | "isInputOptional"> {
  const type = readSchema(schema);
  if (type.kind === "object") {
    const isEmpty = type.properties.length + type.more === 0 && !type.isOpen;
    const isInputOptional = type.properties.every(({ isOptional }) => isOptional);
    return { input: isEmpty ? undefined : type, isInputOptional };
  }
  if (type.kind !== "word") return { input: type, isInputOptional: type.kind === "record" };
  // A schema that names no property mostly belongs to a tool that takes none, unless it says more that we could not read.
  const isBare = Object.keys(schema).every((keyword) => PLAIN_KEYWORDS.has(keyword));
  return {
    input: isBare && schema["additionalProperties"] !== true ? undefined : OBJECT,
    isInputOptional: true,
  };
}

const PLAIN_KEYWORDS: ReadonlySet<string> = new Set([
  "type",
  "properties",
  "required",
  "additionalProperties",
  "title",
  "description",
  "$schema",
  "$id",
  "$defs",
  "definitions",
]);
