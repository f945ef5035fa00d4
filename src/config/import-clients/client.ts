/** What is known of another client: where its files are, where in them servers stand, and what its words mean. */
import type { ConfigNode } from "../formats/node.ts";
import type { Draft } from "./draft.ts";
import type { FieldRule } from "./field-rules.ts";
import type { Places } from "./places.ts";
import type { InputDefinition, VariableSyntax } from "./translate-variables.ts";

export interface Client {
  /** The word for `--from`. */
  readonly id: string;
  readonly label: string;
  /** Absolute paths, also of files that do not exist. */
  userFiles(places: Places): readonly string[];
  /** Paths from a project's folder, with `/`. */
  readonly projectFiles?: readonly string[];
  serversIn(root: ConfigNode): readonly ServerGroup[];
  /** The meaning of each key of a server; a key without one is not copied, and that is said. */
  readonly words: Readonly<Record<string, FieldRule>>;
  readonly variables: VariableSyntax;
  /** What can be told only once all keys are read. */
  finish?(draft: Draft): void;
  /** Questions that the file defines and its servers refer to. */
  inputsIn?(root: ConfigNode): ReadonlyMap<string, InputDefinition>;
}

export interface ServerGroup {
  /** A map of servers by name, or a list of servers with a `name` each; undefined where the file has none. */
  readonly node: ConfigNode | undefined;
  /** The project that these servers belong to, where the file says it. */
  readonly project?: string;
  /** Names of those that another setting of the file keeps from starting. */
  readonly switchedOff?: ReadonlySet<string>;
}
