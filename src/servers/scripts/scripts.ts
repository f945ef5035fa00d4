/**
 * The built-in server `scripts`: every saved script is a tool. It runs nothing itself: it hands the program to whoever started
 * it, with the id of the call, by which that one knows whose rights the program has.
 */
import { basename } from "node:path";
import {
  Server,
  type CallToolResult,
  type ServerContext,
  type Tool,
  type Transport,
} from "@modelcontextprotocol/server";
import type { JsonObject } from "../../types.ts";
import { callContext } from "../call-context.ts";
import { describeThrown } from "../describe-thrown.ts";
import { readScriptNamed, readScripts } from "./script-folder.ts";
import { scriptResult, type ScriptOutcome } from "./script-result.ts";
import type { Script, ScriptProblem } from "./script.ts";
import { watchScripts } from "./watch-scripts.ts";

export interface ScriptsOptions {
  readonly folder: string;
  readonly run: RunScript;
  /** Told of files that cannot be offered, whenever they are others. */
  readonly onProblems: (problems: readonly ScriptProblem[]) => void;
}

export type RunScript = (call: ScriptCall) => Promise<ScriptOutcome>;

export interface ScriptCall {
  readonly code: string;
  readonly input: JsonObject;
  /** The id of the call, where the box says it. */
  readonly call: string | undefined;
  readonly signal: AbortSignal;
}

const INSTRUCTIONS =
  "Each tool is a program that the user saved. Prefer one that fits to calling its steps by yourself.";

export async function startScripts(transport: Transport, options: ScriptsOptions): Promise<void> {
  const { folder } = options;
  const server = new Server(
    { name: "scripts", version: "1.0.0" },
    { capabilities: { tools: { listChanged: true }, logging: {} }, instructions: INSTRUCTIONS },
  );
  let told = "";
  server.setRequestHandler("tools/list", () => {
    const { scripts, problems } = readScripts(folder);
    const news = JSON.stringify(problems);
    if (news !== told) options.onProblems(problems);
    told = news;
    return { tools: scripts.map(asTool) };
  });
  server.setRequestHandler("tools/call", ({ params }, context) =>
    callScript({ name: params.name, input: params.arguments ?? {}, context }, options),
  );
  const end = watchScripts(folder, () => {
    server.sendToolListChanged().catch(() => undefined); // the connection is gone, and its client with it
  });
  server.onclose = end;
  await server.connect(transport);
}

function asTool({ name, description, parameters }: Script): Tool {
  const inputSchema: Tool["inputSchema"] = { ...parameters, type: "object" };
  return { name, description: description ?? `Runs the saved script '${name}'`, inputSchema };
}

interface Request {
  readonly name: string;
  readonly input: JsonObject;
  readonly context: ServerContext;
}

async function callScript(
  { name, input, context: sdk }: Request,
  { folder, run }: ScriptsOptions,
): Promise<CallToolResult> {
  const script = readScriptNamed(folder, name);
  if (script === undefined) return failure(`There is no script '${name}' any more`);
  if (!("code" in script)) return failure(`${script.file}:${script.line}: ${script.message}`);
  const { context, end } = callContext(sdk, "scripts");
  const { signal, call } = context;
  try {
    const outcome = await run({ code: script.code, input, call, signal });
    for (const { level, text } of outcome.logs) context.log(text, level);
    return scriptResult(outcome, basename(script.file));
  } catch (error) {
    return failure(describeThrown(error));
  } finally {
    end();
  }
}

function failure(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
