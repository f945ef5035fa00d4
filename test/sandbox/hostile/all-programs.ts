/** All hostile programs, by kind. */
import { ESCAPES } from "./escapes.ts";
import { EVASION } from "./evasion.ts";
import { FLOODS } from "./floods.ts";
import { MEMORY } from "./memory.ts";
import { POLLUTION } from "./pollution.ts";
import { PROCESSOR } from "./processor.ts";
import { readTable, type HostileProgram } from "./program.ts";
import { RESULTS } from "./results.ts";

const TABLES = {
  escapes: ESCAPES,
  pollution: POLLUTION,
  processor: PROCESSOR,
  memory: MEMORY,
  floods: FLOODS,
  results: RESULTS,
  evasion: EVASION,
};

export const HOSTILE_PROGRAMS: ReadonlyMap<string, readonly HostileProgram[]> = new Map(
  Object.entries(TABLES).map(([kind, table]) => [kind, readTable(table)]),
);
