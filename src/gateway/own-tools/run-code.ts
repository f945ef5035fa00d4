/** `run_code`: runs a program that calls tools, many in one step; only what it returns or prints goes back to the model. */
import type { CodeRun } from "../../box/code/run-code.ts";
import type { JsonObject, ToolRef } from "../../types.ts";
import { traceInner } from "../protocol/trace-request.ts";
import { textArgument, type OwnTool } from "./own-tool.ts";

/** The directory of servers, or where they fit all signatures, so that nothing has to be looked up. */
export function runCodeTool(signatures: string): OwnTool {
  const known = signatures === "" ? "" : `\n${signatures}`;
  return {
    definition: {
      name: "run_code",
      description:
        "Run JavaScript or TypeScript. Tools are `await device.<Server>MCP.<tool>({...})`; `await search_skills(query)` " +
        "and `await describe(name)` find them; `return` gives the result." +
        known,
      inputSchema: { type: "object", properties: { code: { type: "string" } }, required: ["code"] },
    },
    async run(args, request, box) {
      const { view, caller, client, started, signal } = request;
      const code = textArgument(args, "code");
      if (!started.isOver) await started.settle(view, signal);
      const filter = (tool: Parameters<typeof view.shows>[0]): boolean => view.shows(tool);
      const showsServer = (server: string): boolean => view.servers().has(server);
      const trace = (tool: ToolRef): ReturnType<typeof traceInner> => traceInner(request, tool);
      return resultOf(await box.runCode(code, { caller, client, signal, filter, showsServer, trace }));
    },
  };
}

function resultOf(run: CodeRun): JsonObject {
  const { ok, value, data, logs, error, problems, content } = run;
  const places = problems.map(({ message, line, column }) => `Line ${line}, column ${column}: ${message}`);
  const printed = logs.map(({ level, text }) => (level === "log" ? text : `${level}: ${text}`));
  const failure = error === undefined ? [] : [`${error.name}: ${error.message}${placeOf(error)}`];
  const returned = value === undefined ? [] : [textOf(value, data)];
  const text = [...places, ...printed, ...failure, ...returned].join("\n");
  const nothing = "The program ended without a result. Use `return` to give one.";
  return {
    content: [{ type: "text", text: text === "" ? nothing : text }, ...content],
    ...(ok ? undefined : { isError: true }),
  };
}

function placeOf({ line, column }: NonNullable<CodeRun["error"]>): string {
  return line === undefined ? "" : ` (line ${line}${column === undefined ? "" : `, column ${column}`})`;
}

/** A text is given as it is; everything else as JSON. */
function textOf(json: string, data: unknown): string {
  return typeof data === "string" ? data : json;
}
