/** What a command did, as text for a model: how it ended first, because the rest may be long. */
import type { ExecuteOutput } from "./execute-schema.ts";

export function describeRun(output: ExecuteOutput): string {
  const parts = [[howItEnded(output), ...output.notes].join("\n")];
  for (const { pid, command } of output.left_behind) parts.push(`Left behind: ${pid} ${command}`);
  if (output.stdout !== "") parts.push(`stdout:\n${output.stdout}`);
  if (output.stderr !== "") parts.push(`stderr:\n${output.stderr}`);
  if (output.stdout === "" && output.stderr === "") parts.push("No output.");
  return parts.join("\n\n");
}

function howItEnded({ timed_out, signal, exit_code }: ExecuteOutput): string {
  if (timed_out) return "Timed out";
  return signal === null ? `Exit code ${exit_code}` : `Ended by ${signal}`;
}
