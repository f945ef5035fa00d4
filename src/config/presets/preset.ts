/** A well-known server as plain data: what runs or where it is, what it needs from a person, and where to get that. */
import type { WrittenServer } from "../edit-file.ts";

export interface Preset extends ServerTemplate {
  /** The word for `tackle add`. */
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly title: string;
  readonly description: string;
  readonly category: PresetCategory;
  readonly homepage: string;
  /** Made by those whose product it connects to. */
  readonly isOfficial: boolean;
  readonly notes?: readonly string[];
}

export type PresetCategory = "files" | "web" | "code" | "cloud" | "data" | "work" | "knowledge";

/** A server with gaps: `${NAME}` stands for each thing that it needs. */
export interface ServerTemplate {
  readonly server: WrittenServer;
  readonly needs?: readonly Need[];
}

/** Something that only the person who adds the server knows. */
export interface Need {
  /** The variable. */
  readonly name: string;
  readonly about: string;
  /** Where to get it. */
  readonly from?: string;
  readonly isRequired: boolean;
  /** It is not shown while it is typed, and never written into the configuration itself. */
  readonly isSecret: boolean;
  /**
   * An argument is written into the configuration as it is; a variable stays a reference, and its value goes to the
   * environment or to `.env`.
   */
  readonly kind: "variable" | "argument";
  readonly fallback?: string;
  /** An argument that is a folder or a file: it is made absolute. */
  readonly isPath?: true;
  /** Where a variable goes that the server's texts do not name: a header, with its value; else `env`. */
  readonly header?: readonly [name: string, value: string];
}
