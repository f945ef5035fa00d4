/**
 * What a file format must be able to do: read a text into a located tree, change one place of a text and leave every
 * other byte alone, and write a new text. One file per format implements it; one shared test suite holds them to it.
 */
import type { ConfigNode, ConfigPath, ConfigValue, Position } from "./node.ts";

export type FormatName = "json" | "yaml" | "toml";

export interface ConfigFormat {
  readonly name: FormatName;
  /** Throws `ConfigSyntaxError` when the text cannot be read, also for a key that is given twice. */
  parse(text: string): ConfigNode;
  /** Sets or removes one value. Throws `EditRefused` where that cannot be done without touching other bytes. */
  edit(text: string, change: Change): string;
  /** A new file that holds this value. */
  stringify(value: ConfigValue): string;
}

/** `set` replaces what is at the path or adds it, creating missing maps on the way; `append` adds to a list. */
export type Change =
  | { readonly kind: "set"; readonly path: ConfigPath; readonly value: ConfigValue }
  | { readonly kind: "append"; readonly path: ConfigPath; readonly value: ConfigValue }
  | { readonly kind: "remove"; readonly path: ConfigPath };

/** The text is not valid in its format. */
export class ConfigSyntaxError extends Error {
  override readonly name = "ConfigSyntaxError";
  readonly at: Position;
  /** The next step, where it is not just to correct the text. */
  readonly fix: string | undefined;

  constructor(message: string, at: Position, fix?: string) {
    super(message);
    this.at = at;
    this.fix = fix;
  }
}

/** There is nothing in the text but blank space and comments. Nothing is lost by going on without it. */
export class EmptyFileError extends ConfigSyntaxError {}

/** The change cannot be made without rewriting parts of the file that it must not touch. */
export class EditRefused extends Error {
  override readonly name = "EditRefused";
}

/** Nesting beyond this is no configuration but an attack on a recursive parser. */
export const MAX_DEPTH = 64;
