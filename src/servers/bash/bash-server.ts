/**
 * The built-in server `bash`: one tool that runs a command line. It restricts nothing that the user may do; what it
 * promises is an end. No command outlives its call, waits for input, or returns more than a reader can take.
 */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { defineServer, type DefinedServer } from "../define-server.ts";
import { tool } from "../tool.ts";
import { describeRun } from "./describe-run.ts";
import { executeCommand, type BashOptions } from "./execute-command.ts";
import { EXECUTE_INPUT, EXECUTE_OUTPUT } from "./execute-schema.ts";

export function createBashServer(options: BashOptions = {}): DefinedServer {
  return defineServer("bash", {
    execute: tool({
      title: "Run a command",
      description:
        "Runs a command line with bash and returns its exit code, stdout and stderr. It has no input and no terminal. " +
        "Background processes are ended when the command exits. Each call starts anew: folder and variables do not carry over.",
      input: EXECUTE_INPUT,
      output: EXECUTE_OUTPUT,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
      run: async (input, context): Promise<CallToolResult> => {
        const output = await executeCommand(input, { options, context });
        return {
          content: [{ type: "text", text: describeRun(output) }],
          structuredContent: output,
          // A command that fails has done its work, and says so; one that was cut off has not.
          ...(output.timed_out ? { isError: true } : undefined),
        };
      },
    }),
  });
}
