/**
 * In-process servers in a few lines: a name and some tools become a server that any MCP client can talk to. A tool that
 * fails makes a result that says so, and never harms the program around it.
 */
import {
  McpServer,
  type CallToolResult,
  type ServerContext,
  type Transport,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { buildResult } from "./build-result.ts";
import { callContext } from "./call-context.ts";
import { checkServerName, checkTools } from "./check-tools.ts";
import { describeThrown } from "./describe-thrown.ts";
import type { ServerTool } from "./tool.ts";

export interface ServerDetails {
  readonly version?: string;
  /** What a model should know to use the tools together. */
  readonly instructions?: string;
  readonly description?: string;
}

export interface DefinedServer {
  readonly name: string;
  /** Serves one client on its end of a pair of transports; may be called again for the next one. */
  readonly start: (transport: Transport) => Promise<void>;
}

/** Throws a `usage` error when a name or a schema cannot work. */
export function defineServer(
  name: string,
  tools: Readonly<Record<string, ServerTool>>,
  details: ServerDetails = {},
): DefinedServer {
  checkServerName(name);
  checkTools(name, tools);
  return { name, start: (transport) => createServer({ name, tools, ...details }).connect(transport) };
}

interface Definition extends ServerDetails {
  readonly name: string;
  readonly tools: Readonly<Record<string, ServerTool>>;
}

function createServer(definition: Definition): McpServer {
  const { name, tools, version = "1.0.0", instructions, description } = definition;
  const server = new McpServer(
    { name, version, ...given({ description }) },
    { capabilities: { tools: { listChanged: false }, logging: {} }, ...given({ instructions }) },
  );
  for (const [toolName, tool] of Object.entries(tools))
    addTool(server, { server: name, name: toolName, tool });
  return server;
}

const NO_ARGUMENTS = z.object({});

function addTool(
  mcp: McpServer,
  { server, name, tool }: { server: string; name: string; tool: ServerTool },
): void {
  const { description, title, annotations, output, input = NO_ARGUMENTS } = tool;
  mcp.registerTool(
    name,
    { description, inputSchema: input, ...given({ title, annotations, outputSchema: output }) },
    (args, context) => runTool(tool, { args, context, server }),
  );
}

interface Run {
  readonly args: unknown;
  readonly context: ServerContext;
  readonly server: string;
}

async function runTool(tool: ServerTool, { args, context: sdk, server }: Run): Promise<CallToolResult> {
  const { context, end } = callContext(sdk, server);
  try {
    return buildResult(await tool.run(args, context), { hasOutput: tool.output !== undefined });
  } catch (error) {
    return { content: [{ type: "text", text: describeThrown(error) }], isError: true };
  } finally {
    end();
  }
}

type Given<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };

/** Leaves out what is undefined: the SDK tells an absent field from an undefined one. */
function given<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<Fields>;
}
