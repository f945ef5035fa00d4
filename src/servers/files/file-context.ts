/** What the tools on files share: where they may go, and what each session has read. */
import * as z from "zod";
import type { Roots } from "./allowed-roots.ts";
import type { FileMemory } from "./file-memory.ts";

export interface FileContext {
  readonly roots: Roots;
  readonly memory: FileMemory;
}

export const PATH = z
  .string()
  .min(1)
  .max(4096)
  .describe("A path in an allowed folder; a relative one starts in the first");
export const HASH = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/)
  .describe("SHA-256 of the content, as read_file returns it: fails when the file has another one by now");
export const DRY_RUN = z.boolean().default(false).describe("Only show what would change");
