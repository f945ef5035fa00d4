/** One tool of the git server: opens the repository that its arguments name, and gives it to the tool's function. */
import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/server";
import * as z from "zod";
import { textAndData } from "../text-and-data.ts";
import { tool, type ServerTool, type ToolSchema } from "../tool.ts";
import { openRepository, type GitOptions, type Repository } from "./open-repository.ts";

const REPOSITORY = {
  repository: z
    .string()
    .min(1)
    .max(4096)
    .optional()
    .describe(
      "A folder inside the repository; the first allowed folder, usually the working directory, when left out",
    ),
};

type Effect = "read" | "add" | "change";

const ANNOTATIONS: Readonly<Record<Effect, ToolAnnotations>> = {
  read: { readOnlyHint: true, openWorldHint: false },
  add: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  change: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
};

export interface GitToolOptions<Input extends z.ZodRawShape, Output extends z.ZodObject> {
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  readonly input: Input;
  readonly output: Output;
  readonly run: (
    repository: Repository,
    args: z.infer<z.ZodObject<Input>>,
  ) => Promise<{ readonly text: string; readonly data: z.infer<Output> }>;
}

/** Makes a tool for a server with these options. */
export type GitTool = (options: GitOptions) => ServerTool;

export function gitTool<Input extends z.ZodRawShape, Output extends z.ZodObject>(
  definition: GitToolOptions<Input, Output>,
): GitTool {
  const { title, description, effect, input, output, run } = definition;
  const own = z.object(input);
  const whole: ToolSchema = own.extend(REPOSITORY).strict();
  const result: ToolSchema = output;
  return (options) =>
    tool({
      title,
      description,
      input: whole,
      output: result,
      annotations: ANNOTATIONS[effect],
      run: async (args, { signal }): Promise<CallToolResult> => {
        const { repository: folder } = z.object(REPOSITORY).parse(args);
        const repository = await openRepository({ folder, options, signal });
        const { text, data } = await run(repository, own.parse(args));
        return textAndData(text, data);
      },
    });
}
