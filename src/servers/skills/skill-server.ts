/** One skill as an MCP server: its tools are known from its source, and each call runs in the skill's own process. */
import { Server, type CallToolResult, type Tool, type Transport } from "@modelcontextprotocol/server";
import { TackleError } from "../../errors.ts";
import { RPC, RpcError } from "../../util/rpc-error.ts";
import { readSkillContent } from "../../util/skills/skill-content.ts";
import { buildResult } from "../build-result.ts";
import { describeThrown } from "../describe-thrown.ts";
import { readSkillFile } from "./read-skill-file.ts";
import { SkillRunner, type RunnerOptions } from "./run/skill-runner.ts";
import type { SkillTool } from "./skill-tool.ts";

/** Throws when the source cannot be used. Returns the function that ends what the skill has running. */
export async function startSkill(transport: Transport, options: RunnerOptions): Promise<() => Promise<void>> {
  const { name, file, hash, onLog } = options;
  const { tools, remarks } = readSkillFile(name, file);
  if (readSkillContent(file).hash !== hash) throw changedMeanwhile(file);
  for (const { line, column, message } of remarks) onLog(`${file}:${line}:${column}: ${message}`);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const runner = new SkillRunner(options);
  const server = new Server({ name, version: hash.slice(0, 12) }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools: tools.map(asDefinition) }));
  server.setRequestHandler("tools/call", ({ params }, { mcpReq }) => {
    const tool = byName.get(params.name);
    if (tool === undefined)
      throw new RpcError(RPC.invalidParams, `Skill '${name}' has no tool '${params.name}'`);
    return run(tool, params.arguments ?? {}, { runner, signal: mcpReq.signal });
  });
  await server.connect(transport);
  return () => runner.close();
}

function asDefinition({ name, description, inputSchema, outputSchema }: SkillTool): Tool {
  return {
    name,
    ...(description === undefined ? undefined : { description }),
    // Always the schema of an object.
    inputSchema: inputSchema as Tool["inputSchema"],
    ...(outputSchema === undefined ? undefined : { outputSchema }),
  };
}

interface Running {
  readonly runner: SkillRunner;
  readonly signal: AbortSignal;
}

async function run(
  { target, passing, outputSchema }: SkillTool,
  args: Readonly<Record<string, unknown>>,
  { runner, signal }: Running,
): Promise<CallToolResult> {
  try {
    const value = await runner.call({ target, passing, args }, signal);
    const result = buildResult(value, { hasOutput: false });
    const isKept =
      outputSchema === undefined || result.isError === true || result.structuredContent !== undefined;
    return isKept ? result : brokenPromise(value);
  } catch (error) {
    return { content: [{ type: "text", text: describeThrown(error) }], isError: true };
  }
}

/** A caller that was promised an object by the declared type would take its absence for a fault of ours. */
function brokenPromise(value: unknown): CallToolResult {
  const given =
    value === undefined
      ? "nothing"
      : value === null
        ? "null"
        : Array.isArray(value)
          ? "a list"
          : `a ${typeof value}`;
  const text = `The function returned ${given}, and its declared type promises an object`;
  return { content: [{ type: "text", text }], isError: true };
}

function changedMeanwhile(file: string): TackleError {
  return new TackleError({
    code: "conflict",
    message: `${file} changed while it was read`,
    hint: "It is read again by itself where files are watched; else start Tacklebox again.",
  });
}
