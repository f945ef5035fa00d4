/**
 * Gives a wrapped program its constants, as parameters of a function around it: the program may declare the same names, and no
 * line or column of it moves.
 */
import type { WrappedProgram } from "./wrap-program.ts";

export function withConstants(
  program: WrappedProgram,
  constants: ReadonlyMap<string, string> = new Map(),
): WrappedProgram {
  if (constants.size === 0) return program;
  // Read as JSON and not as code: in code, a key `__proto__` would mean something else.
  const values = [...constants.values()].map((json) => `JSON.parse(${JSON.stringify(json)})`);
  return {
    ...program,
    text: `((${[...constants.keys()].join(", ")}) => ${program.text})(${values.join(", ")})`,
  };
}
