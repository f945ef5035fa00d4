/** A server of the old era, built with the first SDK: it sends requests to its client while it works. */
import { setTimeout as delay } from "node:timers/promises";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
  type CallToolResult,
  type LoggingLevel,
  type ServerNotification,
  type ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import * as offer from "./offer.ts";

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
interface Arguments {
  readonly text: string;
  readonly to: number;
  readonly key: string;
  readonly level: LoggingLevel;
  readonly bytes: number;
}

const server = new Server(
  { name: "pairing-legacy", version: "1.0.0" },
  {
    capabilities: {
      tools: { listChanged: true },
      prompts: {},
      resources: { subscribe: true },
      completions: {},
      logging: {},
    },
    instructions: offer.INSTRUCTIONS,
  },
);
const cancelled: string[] = [];
const subscribed = new Set<string>();
let hasAddedTool = false;
let touches = 0;

server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: hasAddedTool ? [...offer.TOOLS, offer.ADDED_TOOL] : offer.TOOLS,
}));
server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: offer.PROMPTS }));
server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: offer.RESOURCES }));
server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
  resourceTemplates: offer.RESOURCE_TEMPLATES,
}));
server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
  offer.greet(params.arguments?.["name"] ?? ""),
);
server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => offer.readResource(params.uri, touches));
server.setRequestHandler(CompleteRequestSchema, ({ params }) =>
  offer.complete(params.ref.type, params.argument.value),
);
server.setRequestHandler(SubscribeRequestSchema, ({ params }) => {
  subscribed.add(params.uri);
  return {};
});
server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
  subscribed.delete(params.uri);
  return {};
});
server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
  callTool(params.name, (params.arguments ?? {}) as unknown as Arguments, extra),
);
await server.connect(new StdioServerTransport());

async function callTool(name: string, args: Arguments, extra: Extra): Promise<CallToolResult> {
  switch (name) {
    case "echo":
      return offer.echo(args.text, extra._meta);
    case "count":
      return count(args.to, extra);
    case "wait":
      return wait(args.key, extra);
    case "cancelled":
      return offer.say(JSON.stringify(cancelled));
    case "ask_name": {
      const { action, content } = await server.elicitInput(
        { ...offer.NAME_QUESTION },
        { signal: extra.signal },
      );
      return offer.say(action === "accept" ? `Hello ${String(content?.["name"])}` : `No name: ${action}`);
    }
    case "ask_visit": {
      const { action } = await server.elicitInput({ mode: "url", elicitationId: "visit-1", ...offer.VISIT });
      return offer.say(`Visit: ${action}`);
    }
    case "summarise": {
      const { content, model } = await server.createMessage(offer.sampling(args.text));
      return offer.say(`${model}: ${content.type === "text" ? content.text : content.type}`);
    }
    case "my_roots": {
      const { roots } = await server.listRoots();
      return offer.say(roots.map(({ uri }) => uri).join(" "));
    }
    case "change_tools":
      hasAddedTool = !hasAddedTool;
      await server.sendToolListChanged();
      return offer.say("Changed");
    case "touch":
      touches += 1;
      if (subscribed.has(offer.COUNTER_URI)) await server.sendResourceUpdated({ uri: offer.COUNTER_URI });
      return offer.say(String(touches));
    case "log":
      await server.sendLoggingMessage({ level: args.level, logger: "pairing", data: args.text });
      return offer.say("Logged");
    case "big":
      return offer.big(args.bytes);
    case "fail":
      return offer.failure();
    case "explode":
      throw rawError(offer.EXPLOSION);
    case "added":
      return offer.say("Here for now");
    default:
      throw rawError({ code: -32602, message: `There is no tool ${name}`, data: undefined });
  }
}

async function count(to: number, { _meta, sendNotification }: Extra): Promise<CallToolResult> {
  const progressToken = _meta?.progressToken;
  for (let progress = 1; progress <= to; progress += 1) {
    if (progressToken !== undefined) {
      const message = `Step ${progress}`;
      const params = { progressToken, progress, total: to, message };
      await sendNotification({ method: "notifications/progress", params });
    }
    await delay(5);
  }
  await delay(offer.BEFORE_ANSWER_MS);
  return offer.say(`Counted to ${to}`);
}

/** Says with progress that it has begun; whoever cancels then knows that there is something to cancel. */
async function wait(key: string, { _meta, sendNotification, signal }: Extra): Promise<CallToolResult> {
  const ended = new Promise<void>((done) => signal.addEventListener("abort", () => done()));
  const progressToken = _meta?.progressToken;
  if (progressToken !== undefined)
    await sendNotification({ method: "notifications/progress", params: { progressToken, progress: 1 } });
  await ended;
  cancelled.push(key);
  return offer.say("Nobody reads this");
}

/** The SDK puts its own words before a message; what is sent should be what was meant. */
function rawError({ code, message, data }: { code: number; message: string; data: unknown }): McpError {
  return Object.assign(new McpError(code, message, data), { message });
}
