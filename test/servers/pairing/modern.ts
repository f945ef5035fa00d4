/** A server of the new era only: it answers with the questions that it has, and is called again with the answers. */
import { setTimeout as delay } from "node:timers/promises";
import {
  acceptedContent,
  inputRequired,
  inputResponse,
  ProtocolError,
  Server,
  type CallToolResult,
  type InputRequest,
  type InputRequiredResult,
  type InputResponseView,
  type LoggingLevel,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as offer from "./offer.ts";

interface Arguments {
  readonly text: string;
  readonly to: number;
  readonly key: string;
  readonly level: LoggingLevel;
  readonly bytes: number;
}
type Answer = CallToolResult | InputRequiredResult;

const cancelled: string[] = [];
let hasAddedTool = false;
let touches = 0;

serveStdio(createServer, { legacy: "reject" });

function createServer(): Server {
  const server = new Server(
    { name: "pairing-modern", version: "1.0.0" },
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
  server.setRequestHandler("tools/list", () => ({
    tools: hasAddedTool ? [...offer.TOOLS, offer.ADDED_TOOL] : offer.TOOLS,
  }));
  server.setRequestHandler("prompts/list", () => ({ prompts: offer.PROMPTS }));
  server.setRequestHandler("resources/list", () => ({ resources: offer.RESOURCES }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: offer.RESOURCE_TEMPLATES,
  }));
  server.setRequestHandler("prompts/get", ({ params }) => offer.greet(params.arguments?.["name"] ?? ""));
  server.setRequestHandler("resources/read", ({ params }) => offer.readResource(params.uri, touches));
  server.setRequestHandler("completion/complete", ({ params }) =>
    offer.complete(params.ref.type, params.argument.value),
  );
  server.setRequestHandler("tools/call", ({ params }, context) =>
    callTool(params.name, { args: (params.arguments ?? {}) as unknown as Arguments, context, server }),
  );
  return server;
}

interface Call {
  readonly args: Arguments;
  readonly context: ServerContext;
  readonly server: Server;
}

async function callTool(name: string, { args, context, server }: Call): Promise<Answer> {
  const { mcpReq } = context;
  switch (name) {
    case "echo":
      return offer.echo(args.text, mcpReq._meta);
    case "count":
      return count(args.to, context);
    case "wait":
      return wait(args.key, context);
    case "cancelled":
      return offer.say(JSON.stringify(cancelled));
    case "ask_name":
      return askName(context);
    case "ask_visit":
      return ask(context, inputRequired.elicitUrl(offer.VISIT), (answer) =>
        answer.kind === "elicit" ? `Visit: ${answer.action}` : undefined,
      );
    case "summarise":
      return ask(context, inputRequired.createMessage(offer.sampling(args.text)), (answer) => {
        if (answer.kind !== "sampling") return undefined;
        const [content] = [answer.result.content].flat();
        return `${answer.result.model}: ${content?.type === "text" ? content.text : "no text"}`;
      });
    case "my_roots":
      return ask(context, inputRequired.listRoots(), (answer) =>
        answer.kind === "roots" ? answer.roots.map(({ uri }) => uri).join(" ") : undefined,
      );
    case "change_tools":
      hasAddedTool = !hasAddedTool;
      await server.sendToolListChanged();
      return offer.say("Changed");
    case "touch":
      touches += 1;
      await server.sendResourceUpdated({ uri: offer.COUNTER_URI });
      return offer.say(String(touches));
    case "log":
      await mcpReq.log(args.level, args.text, "pairing");
      return offer.say("Logged");
    case "big":
      return offer.big(args.bytes);
    case "fail":
      return offer.failure();
    case "explode":
      throw new ProtocolError(offer.EXPLOSION.code, offer.EXPLOSION.message, offer.EXPLOSION.data);
    case "added":
      return offer.say("Here for now");
    default:
      throw new ProtocolError(-32602, `There is no tool ${name}`);
  }
}

/** Asks with a state that must come back as it was. */
function askName({ mcpReq }: ServerContext): Answer {
  const answer = inputResponse(mcpReq.inputResponses, "name");
  if (answer.kind !== "elicit") {
    const name = inputRequired.elicit(offer.NAME_QUESTION);
    return inputRequired({ inputRequests: { name }, requestState: offer.AWKWARD_STATE });
  }
  if (mcpReq.requestState<string>() !== offer.AWKWARD_STATE) return offer.say("The state was changed");
  const content = acceptedContent(mcpReq.inputResponses, "name");
  return offer.say(content === undefined ? `No name: ${answer.action}` : `Hello ${String(content["name"])}`);
}

function ask(
  { mcpReq }: ServerContext,
  question: InputRequest,
  read: (answer: InputResponseView) => string | undefined,
): Answer {
  const words = read(inputResponse(mcpReq.inputResponses, "question"));
  return words === undefined ? inputRequired({ inputRequests: { question } }) : offer.say(words);
}

async function count(to: number, { mcpReq }: ServerContext): Promise<CallToolResult> {
  const progressToken = mcpReq._meta?.progressToken;
  for (let progress = 1; progress <= to; progress += 1) {
    if (progressToken !== undefined) {
      const params = { progressToken, progress, total: to, message: `Step ${progress}` };
      await mcpReq.notify({ method: "notifications/progress", params });
    }
    await delay(5);
  }
  await delay(offer.BEFORE_ANSWER_MS);
  return offer.say(`Counted to ${to}`);
}

/** Says with progress that it has begun; whoever cancels then knows that there is something to cancel. */
async function wait(key: string, { mcpReq }: ServerContext): Promise<CallToolResult> {
  const { signal, notify } = mcpReq;
  const ended = new Promise<void>((done) => signal.addEventListener("abort", () => done()));
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken !== undefined)
    await notify({ method: "notifications/progress", params: { progressToken, progress: 1 } });
  await ended;
  cancelled.push(key);
  return offer.say("Nobody reads this");
}
