/**
 * A limit on the work of one check. A tiny schema can demand exponential work (`anyOf` of references to `anyOf` …), and no
 * look at the schema alone tells; so every visit of a schema is charged, and the check ends when too much was done.
 */

/** Thrown through the compiled code of ajv; never leaves the check. */
export class OutOfBudget extends Error {
  override readonly name = "OutOfBudget";
}

export interface WorkBudget {
  /** Begins a check that may do this much work. */
  start: (limit: number) => void;
  charge: (work: number) => void;
  /**
   * Charges one visit of a schema of this weight, which may look at the whole value. The errors that wait to be
   * reported are charged again at each visit: a union keeps those of every alternative, and memory ends before time does.
   */
  visit: (weight: number, value: unknown, errors: number) => void;
}

/** Counts in units of roughly 50 ns. Checks are synchronous, so that one budget serves them one after another. */
export function createWorkBudget(): WorkBudget {
  let left = 0;

  function charge(work: number): void {
    left -= work;
    if (left < 0) throw new OutOfBudget();
  }

  return {
    start(limit) {
      left = limit;
    },
    charge,
    visit(weight, value, errors) {
      charge(weight + extentOf(value) + errors * 8);
    },
  };
}

/** What the keywords of one schema may walk over: a string's characters, an object's keys, a list's items. */
function extentOf(value: unknown): number {
  if (typeof value === "string") return value.length / 8;
  if (typeof value !== "object" || value === null) return 0;
  return Array.isArray(value) ? value.length / 4 : Object.keys(value).length * 4;
}
