/** Something wrong in a file, before it is known which file that is. Every finding says what to do next. */
import type { Position } from "./formats/node.ts";

export interface Finding {
  readonly severity: "error" | "warning";
  readonly at: Position;
  readonly field: string;
  readonly message: string;
  readonly fix: string;
}

export type Report = (finding: Finding) => void;
