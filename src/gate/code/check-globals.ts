/** Every name that is declared nowhere must be a global that there is. */
import type { CodeNames } from "./code-names.ts";
import { MAX_PROBLEMS, quote, unknownGlobal, type RawProblem } from "./code-problem.ts";
import { whyMissing } from "./missing-globals.ts";
import type { Reference } from "./scope.ts";

/** Literals in all but syntax. */
const ALWAYS = ["undefined", "NaN", "Infinity"];

export function checkGlobals(references: readonly Reference[], names: CodeNames): RawProblem[] {
  const known = new Set([...names.globals, ...names.namespaces.keys(), ...ALWAYS]);
  const problems: RawProblem[] = [];
  const reported = new Set<string>();
  for (const { name, at, scope, use } of references) {
    if (scope.find(name) !== undefined) continue;
    const isKnown = known.has(name);
    if (isKnown ? use !== "write" : use === "typeof") continue;
    // Once is enough for each name.
    if (reported.has(name)) continue;
    reported.add(name);
    problems.push({ at, ...describe(name, isKnown, known) });
    if (problems.length === MAX_PROBLEMS) break;
  }
  return problems;
}

function describe(name: string, isKnown: boolean, known: Iterable<string>): Omit<RawProblem, "at"> {
  if (isKnown) return { message: `${quote(name)} cannot be assigned: declare a name of your own` };
  const reason = whyMissing(name);
  if (reason !== undefined) return { message: `There is no ${quote(name)}: ${reason}` };
  return unknownGlobal(`${quote(name)} is not declared, and there is no such global`, name, known);
}
