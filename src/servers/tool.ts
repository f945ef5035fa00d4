/** One tool of an in-process server: what the model is told of it, and the function that does the work. */
import type {
  CallToolResult,
  LoggingLevel,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from "@modelcontextprotocol/server";

/** A schema of zod, ArkType or Valibot: it checks values, says their type, and turns into JSON Schema. */
export type ToolSchema = StandardSchemaWithJSON;

/** What a tool can do besides computing its result. All of it stops by itself when the call is over. */
export interface ToolContext {
  /** Aborted when the caller gives up or goes away; nobody reads the result then. */
  readonly signal: AbortSignal;
  /** Tells the caller how far the work is, if it asked to be told. `done` must grow from one to the next. */
  readonly progress: (done: number, total?: number, message?: string) => void;
  readonly log: (message: unknown, level?: LoggingLevel) => void;
  /** Whose call this is, where the box says so: the same text for all calls of one session. */
  readonly session: string | undefined;
  /** The id of this call, where the box says it. */
  readonly call: string | undefined;
}

export interface ToolOptions<Input extends ToolSchema | undefined, Output extends ToolSchema | undefined> {
  readonly description: string;
  readonly title?: string;
  /** Left out, the tool takes no arguments. */
  readonly input?: Input;
  /** Given, the result is checked against it, and callers learn its form. */
  readonly output?: Output;
  readonly annotations?: ToolAnnotations;
  /** Its result may be anything that `buildResult` knows; what it throws becomes an error that the model can read. */
  readonly run: (
    args: ArgumentsOf<Input>,
    context: ToolContext,
  ) => ResultOf<Output> | Promise<ResultOf<Output>>;
}

type ArgumentsOf<Input> = Input extends ToolSchema
  ? StandardSchemaWithJSON.InferOutput<Input>
  : Record<string, never>;

type ResultOf<Output> = Output extends ToolSchema
  ? StandardSchemaWithJSON.InferOutput<Output> | CallToolResult
  : unknown;

/** A tool with its types set aside, as a server holds it. */
export interface ServerTool {
  readonly description: string;
  readonly title: string | undefined;
  readonly input: ToolSchema | undefined;
  readonly output: ToolSchema | undefined;
  readonly annotations: ToolAnnotations | undefined;
  /** `args` must have passed `input`. */
  readonly run: (args: unknown, context: ToolContext) => unknown;
}

/** Types `run` by the schemas: its arguments are what `input` lets through, its result is what `output` promises. */
export function tool<
  Input extends ToolSchema | undefined = undefined,
  Output extends ToolSchema | undefined = undefined,
>(options: ToolOptions<Input, Output>): ServerTool {
  const { description, title, input, output, annotations, run } = options;
  return {
    description,
    title,
    input,
    output,
    annotations,
    run: (args, context) => run(args as ArgumentsOf<Input>, context), // the server has just validated them
  };
}
