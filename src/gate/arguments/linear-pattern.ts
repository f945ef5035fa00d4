/**
 * Patterns of a schema, run by RE2 and so in time linear in the text: JavaScript's own engine hangs the process for a
 * pattern such as `^(a+)+$`. What RE2 cannot run (lookaheads, back references, huge repeats) stays undecided; it is
 * never handed to the backtracking engine.
 */
import type { RE2JS } from "re2js";
import { OutOfBudget, type WorkBudget } from "./work-budget.ts";

export interface Patterns {
  /** The compiled pattern, or undefined when it cannot be decided in linear time. */
  find(source: string): LinearPattern | undefined;
}

export interface LinearPattern {
  /** Whether the text holds a match; undefined when this engine and JavaScript's could disagree about it. */
  test(text: string): boolean | undefined;
}

/** Loads RE2 and compiles the patterns of one schema, all together within limits. */
export async function loadPatterns(budget: WorkBudget): Promise<Patterns> {
  const { RE2JS } = await import("re2js");
  const known = new Map<string, LinearPattern | undefined>();
  let sizeLeft = MAX_TOTAL_SIZE;

  function find(source: string): LinearPattern | undefined {
    if (!known.has(source)) {
      sizeLeft -= estimateSize(source);
      known.set(source, sizeLeft < 0 ? undefined : compile({ RE2JS, source, budget }));
    }
    return known.get(source);
  }

  return { find };
}

const MAX_LENGTH = 1000;
const MAX_SIZE = 50_000;
const MAX_TOTAL_SIZE = 100_000;
const MAX_PROGRAM = 4000;
const MAX_TEXT = 65_536;

/** A bound of what compiling costs: each repeat copies what it repeats. */
function estimateSize(source: string): number {
  if (source.length > MAX_LENGTH) return MAX_SIZE + 1;
  let repeats = 1;
  for (const [, least = "0", most = ""] of source.matchAll(/\{(\d{1,9}),?(\d{0,9})\}/g)) {
    repeats += Math.max(Number(least), Number(most));
  }
  return source.length * repeats;
}

interface CompileRequest {
  readonly RE2JS: typeof RE2JS;
  readonly source: string;
  readonly budget: WorkBudget;
}

function compile({ RE2JS, source, budget }: CompileRequest): LinearPattern | undefined {
  if (estimateSize(source) > MAX_SIZE) return undefined;
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(RE2JS.translateRegExp(source));
  } catch {
    // Not in RE2's language: undecided, like every pattern that we cannot run.
    return undefined;
  }
  // The worst patterns visit a new set of states with every character.
  const workPerCharacter = compiled.programSize();
  if (workPerCharacter > MAX_PROGRAM) return undefined;
  const hasSpaceClass = /\\s/i.test(source);

  function test(text: string): boolean | undefined {
    if (text.length > MAX_TEXT) throw new OutOfBudget();
    // JavaScript's \s knows the spaces of Unicode, RE2's does not.
    if (hasSpaceClass && UNICODE_SPACE.test(text)) return undefined;
    budget.charge(10 + text.length * workPerCharacter);
    return compiled.test(text);
  }

  return { test };
}

const UNICODE_SPACE = /[\v\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/;
