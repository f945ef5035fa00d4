/** What `execute` takes and what it returns. */
import * as z from "zod";
import { DEFAULT_TIMEOUT_SECONDS, MAX_TIMEOUT_SECONDS } from "./time-limits.ts";

export const EXECUTE_INPUT = z.strictObject({
  command: z.string().min(1).max(100_000).describe("The command line, as bash takes it"),
  timeout: z
    .number()
    .positive()
    .max(MAX_TIMEOUT_SECONDS)
    .default(DEFAULT_TIMEOUT_SECONDS)
    .describe("Seconds after which the command and all it started are ended"),
  cwd: z.string().min(1).max(4096).optional().describe("The folder to run in"),
  env: z
    .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string().max(100_000))
    .optional()
    .describe("Additional environment variables"),
});

export const EXECUTE_OUTPUT = z.object({
  exit_code: z.number().int().nullable().describe("Null when a signal ended the command"),
  success: z.boolean().describe("Whether it exited with 0"),
  stdout: z.string(),
  stderr: z.string(),
  signal: z.string().nullable().describe("The signal that ended it"),
  timed_out: z.boolean(),
  stdout_bytes_cut: z.number().int().describe("Bytes missing from the middle of stdout"),
  stderr_bytes_cut: z.number().int(),
  left_behind: z
    .array(z.object({ pid: z.number().int(), command: z.string() }))
    .describe("Background processes that still ran when the command exited; they were ended"),
  notes: z.array(z.string()),
});

export type ExecuteInput = z.infer<typeof EXECUTE_INPUT>;
export type ExecuteOutput = z.infer<typeof EXECUTE_OUTPUT>;
