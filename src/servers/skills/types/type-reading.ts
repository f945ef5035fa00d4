/** What the parts that turn types into schemas share: the types of the file, the way down, and the way to say what is lost. */
import type { Node, TSType } from "@babel/types";
import type { JsonObject } from "../../../types.ts";
import type { Place } from "../skill-tool.ts";
import type { DeclaredTypes, TypeHome } from "./declared-types.ts";

export type Schema = JsonObject;

/** What the type parameters in reach stand for. */
export type Scope = ReadonlyMap<string, Schema>;

export const NO_SCOPE: Scope = new Map();

/** Allows every value. */
export const ANYTHING: Schema = {};

export interface TypeReading {
  /** Of a result more is known than of arguments: it has been through JSON. */
  readonly side: "input" | "output";
  readonly declared: DeclaredTypes;
  schemaOf(type: TSType, scope: Scope): Schema;
  /** Anything, and a remark that says why. */
  giveUp(node: Node, what: string): Schema;
  /** The same reading for types that stand in a comment or in another file, whose own places mean nothing. */
  within(at: Place | undefined, home?: TypeHome): TypeReading;
  /** Reads what a name stands for; one that contains itself becomes a reference. */
  namedOnce(name: string, read: () => Schema): Schema;
  /** What a schema is, where it is a reference to one of ours. */
  resolve(schema: Schema): Schema;
  /** The schema with all that it refers to, as one that can stand alone. */
  whole(schema: Schema): Schema;
}
