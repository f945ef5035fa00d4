/**
 * Makes the texts of an error into what is shown: places in the program as it was written, and no frame but the program's own.
 */
import type { GuestError } from "../executor.ts";
import { placeInSource, type WrappedProgram } from "../source/wrap-program.ts";

export const PROGRAM_FILE = "program.js";

const FRAME = /^\s*at (?:(.*?) \()?program\.js:(\d+):(\d+)\)?$/;
const FRAMES_SHOWN = 10;

export interface ErrorTexts {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

export function readGuestError({ name, message, stack }: ErrorTexts, program: WrappedProgram): GuestError {
  const frames = stack.split("\n", 200).flatMap((text) => {
    const [, where = "", line, column] = FRAME.exec(text) ?? [];
    if (line === undefined || column === undefined) return [];
    const place = placeInSource({ line: Number(line), column: Number(column) }, program);
    // The line above the program is ours.
    if (place.line < 1) return [];
    return [{ ...place, where: where === "" || where.startsWith("<") ? "program" : where }];
  });
  const [first] = frames;
  const shown = frames
    .slice(0, FRAMES_SHOWN)
    .map((frame) => `  at ${frame.where} (${frame.line}:${frame.column})`);
  return {
    name: name === "" ? "Error" : name,
    message,
    ...(first !== undefined && { line: first.line, column: first.column }),
    stack: shown.join("\n"),
  };
}
