/** Calls the function behind a tool in the module of a skill. */
import type { JsonObject } from "../../../types.ts";
import type { Passing, SkillTarget } from "../skill-tool.ts";

export type SkillModule = Readonly<Record<string, unknown>>;

/** Makes the instances of a module's classes, each once. */
export class Instances {
  readonly #instances = new Map<string, object>();

  of(module: SkillModule, name: string): object {
    const known = this.#instances.get(name);
    if (known !== undefined) return known;
    const made: unknown = Reflect.construct(asFunction(module[name], name), []);
    this.#instances.set(name, made as object); // what a constructor makes is always an object
    return made as object;
  }
}

export interface TargetCall {
  readonly target: SkillTarget;
  readonly passing: Passing;
  readonly args: JsonObject;
}

export function callTarget(module: SkillModule, instances: Instances, call: TargetCall): unknown {
  const { target } = call;
  const args = positional(call);
  if (target.kind === "function")
    return Reflect.apply(asFunction(module[target.export], target.export), undefined, args);
  const holder = target.ofClass ? instances.of(module, target.export) : module[target.export];
  const member: unknown = Reflect.get(Object(holder) as object, target.member);
  return Reflect.apply(asFunction(member, target.member), holder, args);
}

function positional({ passing, args }: TargetCall): unknown[] {
  if (passing.kind === "whole") return passing.isOptional && Object.keys(args).length === 0 ? [] : [args];
  const valueOf = (name: string): unknown => (Object.hasOwn(args, name) ? args[name] : undefined);
  const rest = passing.rest === undefined ? [] : valueOf(passing.rest);
  const values = passing.names.map(valueOf);
  return Array.isArray(rest) ? [...values, ...(rest as unknown[])] : values;
}

type AnyFunction = (...args: unknown[]) => unknown;

function asFunction(value: unknown, name: string): AnyFunction {
  if (typeof value === "function") return value as AnyFunction;
  throw new TypeError(`'${name}' is no function in the loaded module`);
}
