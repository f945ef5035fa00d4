/** A server of the new era that asks twice before it answers: first for a name, then, with that as its state, for a colour. */
import { acceptedContent, inputRequired, Server, type ServerContext } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

serveStdio(createServer, { legacy: "reject" });

function createServer(): Server {
  const server = new Server(
    { name: "rounds", version: "1.0.0" },
    { capabilities: { tools: {}, resources: {} } },
  );
  const inputSchema = { type: "object" as const, properties: {} };
  server.setRequestHandler("tools/list", () => ({
    tools: [{ name: "ask_twice", description: "Says who likes which colour.", inputSchema }],
  }));
  server.setRequestHandler("resources/list", () => ({
    resources: [{ uri: "rounds://taste", name: "taste" }],
  }));
  server.setRequestHandler("tools/call", (_request, context) => {
    const answer = askTwice(context);
    return typeof answer === "string" ? { content: [{ type: "text", text: answer }] } : answer;
  });
  server.setRequestHandler("resources/read", ({ params: { uri } }, context) => {
    const answer = askTwice(context);
    return typeof answer === "string" ? { contents: [{ uri, text: answer }] } : answer;
  });
  return server;
}

function askTwice({ mcpReq }: ServerContext): string | ReturnType<typeof inputRequired> {
  const answer = acceptedContent(mcpReq.inputResponses, "answer");
  const name = mcpReq.requestState<string>();
  if (answer === undefined) return ask("name");
  const given = String(answer["answer"]);
  return name === undefined || name === "" ? ask("colour", given) : `${name} likes ${given}`;
}

function ask(what: string, requestState?: string): ReturnType<typeof inputRequired> {
  const answer = inputRequired.elicit({
    message: `What is your ${what}?`,
    requestedSchema: { type: "object", properties: { answer: { type: "string" } }, required: ["answer"] },
  });
  return inputRequired({
    inputRequests: { answer },
    ...(requestState === undefined ? {} : { requestState }),
  });
}
