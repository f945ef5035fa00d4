/**
 * A server of the old era that sends its client to pages, says later that the visit is over, and tells how much it was asked
 * to log.
 */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  SetLevelRequestSchema,
  UrlElicitationRequiredError,
  type CallToolResult,
} from "@modelcontextprotocol/sdk/types.js";

const inputSchema = { type: "object" as const, properties: { id: { type: "string" } } };
const TOOLS = [
  { name: "visit", description: "Asks for a visit, in the middle of the call.", inputSchema },
  { name: "needs_visit", description: "Fails, because a visit is needed first.", inputSchema },
  { name: "done", description: "Says that a visit is over.", inputSchema },
  { name: "levels", description: "Names the levels that it was told, in their order.", inputSchema },
];

const server = new Server(
  { name: "pages-and-levels", version: "1.0.0" },
  { capabilities: { tools: {}, logging: {} } },
);
const levels: string[] = [];

server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS }));
server.setRequestHandler(SetLevelRequestSchema, ({ params }) => {
  levels.push(params.level);
  return {};
});
server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
  callTool(params.name, String(params.arguments?.["id"])),
);
await server.connect(new StdioServerTransport());

async function callTool(name: string, elicitationId: string): Promise<CallToolResult> {
  const page = {
    mode: "url" as const,
    elicitationId,
    message: "Please sign in.",
    url: "https://example.com/",
  };
  switch (name) {
    case "visit":
      return say((await server.elicitInput(page)).action);
    case "needs_visit":
      throw new UrlElicitationRequiredError([page]);
    case "done":
      await server.notification({ method: "notifications/elicitation/complete", params: { elicitationId } });
      return say("told");
    default:
      return say(levels.join(" "));
  }
}

function say(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}
