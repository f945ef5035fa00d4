/** The server that the conformance suite expects: its tools, prompts and resources, by the names that the scenarios use. */
import { McpServer } from "@modelcontextprotocol/server";
import { registerAskingTools } from "./asking-tools.ts";
import { registerChanges } from "./changes.ts";
import { registerContentTools } from "./content-tools.ts";
import { registerInputRequiredTools, stateCodec } from "./input-required-tools.ts";
import { registerPrompts } from "./prompts.ts";
import { registerResources } from "./resources.ts";
import { registerRunningTools } from "./running-tools.ts";

export function createServer(): McpServer {
  const server = new McpServer(
    { name: "conformance", version: "1.0.0" },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        completions: {},
        logging: {},
      },
      requestState: { verify: (state, context) => stateCodec.verify(state, context) },
    },
  );
  registerContentTools(server);
  registerRunningTools(server);
  registerAskingTools(server);
  registerInputRequiredTools(server);
  registerPrompts(server);
  registerResources(server);
  registerChanges(server);
  return server;
}
