/**
 * The parameters of a function → the schema of the tool's arguments, which are always one object: its own members where the
 * function takes one object, else one member for each parameter.
 */
import type { JsonObject } from "../../types.ts";
import { describeParameter, type DescribedParameter } from "./describe-parameter.ts";
import type { FunctionNode } from "./source/find-callables.ts";
import type { DocComment } from "./source/doc-comment.ts";
import type { Passing, Place } from "./skill-tool.ts";
import { objectSchema } from "./types/read-object.ts";
import type { TypeReading } from "./types/type-reading.ts";

export interface DescribedInput {
  readonly schema: JsonObject;
  readonly passing: Passing;
}

export interface InputContext {
  readonly docs: DocComment;
  readonly reading: TypeReading;
  remark(at: Place, message: string): void;
}

export function describeInput(node: FunctionNode, context: InputContext): DescribedInput {
  const { reading } = context;
  const parameters = node.params
    .filter((parameter) => !(parameter.type === "Identifier" && parameter.name === "this"))
    .map((parameter, index) => describeParameter(parameter, { ...context, index }));
  const [only, ...others] = parameters;
  const whole = only !== undefined && others.length === 0 ? objectAlone(only, reading) : undefined;
  if (only !== undefined && whole !== undefined)
    return { schema: reading.whole(whole), passing: { kind: "whole", isOptional: !only.isRequired } };
  const schema = objectSchema(
    {
      properties: parameters.map(({ name, schema: own }) => [name, own]),
      required: parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    },
    "input",
  );
  const names = parameters.filter(({ isRest }) => !isRest).map(({ name }) => name);
  const rest = parameters.find(({ isRest }) => isRest)?.name;
  return { schema: reading.whole(schema), passing: { kind: "named", names, rest } };
}

/** The object that a function's only parameter is; undefined where it is something else. */
function objectAlone(
  { schema, isRequired }: DescribedParameter,
  reading: TypeReading,
): JsonObject | undefined {
  const { description: _ofTheParameter, default: _too, ...object } = reading.resolve(schema);
  const isObject = object["type"] === "object";
  if (!isObject) return undefined;
  // One that may be left out as a whole has no member that must be given.
  const { required, ...free } = object;
  const shown = isRequired || required === undefined ? object : free;
  return { ...shown, type: "object", properties: object["properties"] ?? {} };
}
