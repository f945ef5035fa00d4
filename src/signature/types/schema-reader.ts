/** What the readers of single kinds of schemas need of the one that reads them all. */
import type { TypeNode } from "./type-node.ts";

export interface SchemaReader {
  read(schema: unknown): TypeNode;
  /** Counts the entries of a list or map that is looked through: a large one may be referred to many times. */
  charge(entries: number): void;
  /** What a schema says about itself beyond its type: its own words, or those of what it refers to. */
  describe(schema: unknown): Described;
}

export interface Described {
  readonly description: string | undefined;
  readonly notes: readonly string[];
}
