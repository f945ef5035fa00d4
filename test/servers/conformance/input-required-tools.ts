/** Tools of the new era's question and answer: one question, several at once, several rounds, and a state that must come back unchanged. */
import { randomBytes } from "node:crypto";
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";

/** The SDK's type of it names no keys. */
type Envelope = { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined;

interface State {
  readonly round: number;
}

/** One key for all rounds, because over HTTP every round has a server object of its own. */
export const stateCodec = createRequestStateCodec<State>({ key: randomBytes(32) });

const NAME = z.object({ name: z.string() });
const COLOUR = z.object({ color: z.string() });
const CONFIRMATION = z.object({ ok: z.boolean() });

const askName = (message: string) => inputRequired.elicit({ message, requestedSchema: NAME });
const askModel = (text: string) =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text } }],
    maxTokens: 100,
  });
const say = (text: string) => ({ content: [{ type: "text" as const, text }] });

export function registerInputRequiredTools(server: McpServer): void {
  registerSingleQuestions(server);
  registerStatefulQuestions(server);
  registerCapabilityQuestions(server);
}

function registerSingleQuestions(server: McpServer): void {
  const tool = (
    kind: string,
    run: (context: ServerContext) => ReturnType<typeof inputRequired | typeof say>,
  ) => server.registerTool(`test_input_required_result_${kind}`, { description: `Needs ${kind}.` }, run);

  tool("elicitation", ({ mcpReq }) => {
    const answer = acceptedContent(mcpReq.inputResponses, "user_name", NAME);
    if (answer !== undefined) return say(`Hello, ${answer.name}!`);
    return inputRequired({ inputRequests: { user_name: askName("What is your name?") } });
  });
  tool("sampling", ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, "capital_question");
    if (answer.kind === "sampling") return say(JSON.stringify(answer.result.content));
    return inputRequired({
      inputRequests: { capital_question: askModel("What is the capital of France?") },
    });
  });
  tool("list_roots", ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, "client_roots");
    if (answer.kind === "roots") return say(answer.roots.map((root) => root.uri).join(", "));
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
}

function registerStatefulQuestions(server: McpServer): void {
  const confirm = async ({ mcpReq }: ServerContext) => {
    const answer = acceptedContent(mcpReq.inputResponses, "confirm", CONFIRMATION);
    // The state was verified before this runs; one that was tampered with never gets here.
    if (answer !== undefined && mcpReq.requestState<State>()?.round === 1) return say("state-ok");
    return inputRequired({
      inputRequests: {
        confirm: inputRequired.elicit({ message: "Please confirm", requestedSchema: CONFIRMATION }),
      },
      requestState: await stateCodec.mint({ round: 1 }),
    });
  };
  const description = "Needs a confirmation, and its state back.";
  server.registerTool("test_input_required_result_request_state", { description }, confirm);
  server.registerTool("test_input_required_result_tampered_state", { description }, confirm);
  server.registerTool(
    "test_input_required_result_multiple_inputs",
    { description: "Needs three answers at once." },
    async ({ mcpReq }) => {
      const name = acceptedContent(mcpReq.inputResponses, "user_name", NAME);
      const greeting = inputResponse(mcpReq.inputResponses, "greeting");
      const roots = inputResponse(mcpReq.inputResponses, "client_roots");
      if (name !== undefined && greeting.kind === "sampling" && roots.kind === "roots")
        return say(`${name.name}: ${JSON.stringify(greeting.result.content)}, ${roots.roots.length} roots`);
      return inputRequired({
        inputRequests: {
          user_name: askName("What is your name?"),
          greeting: askModel("Generate a greeting"),
          client_roots: inputRequired.listRoots(),
        },
        requestState: await stateCodec.mint({ round: 1 }),
      });
    },
  );
  server.registerTool(
    "test_input_required_result_multi_round",
    { description: "Asks a second question when the first was answered." },
    async ({ mcpReq }) => {
      const round = mcpReq.requestState<State>()?.round ?? 0;
      const name = acceptedContent(mcpReq.inputResponses, "step1", NAME);
      const colour = acceptedContent(mcpReq.inputResponses, "step2", COLOUR);
      if (round === 2 && colour !== undefined) return say(`Favourite colour: ${colour.color}`);
      if (round === 1 && name !== undefined)
        return inputRequired({
          inputRequests: {
            step2: inputRequired.elicit({
              message: "Step 2: What is your favorite color?",
              requestedSchema: COLOUR,
            }),
          },
          requestState: await stateCodec.mint({ round: 2 }),
        });
      return inputRequired({
        inputRequests: { step1: askName("Step 1: What is your name?") },
        requestState: await stateCodec.mint({ round: 1 }),
      });
    },
  );
}

function registerCapabilityQuestions(server: McpServer): void {
  server.registerTool(
    "test_input_required_result_capabilities",
    { description: "Asks only for what the client can give." },
    ({ mcpReq }) => {
      const answered = Object.keys(mcpReq.inputResponses ?? {});
      if (answered.length > 0) return say(`Answered: ${answered.join(", ")}`);
      const envelope: Envelope = mcpReq.envelope;
      const can = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
      const inputRequests = {
        ...(can?.elicitation === undefined ? undefined : { user_name: askName("What is your name?") }),
        ...(can?.sampling === undefined ? undefined : { greeting: askModel("Generate a greeting") }),
      };
      if (Object.keys(inputRequests).length === 0) return say("The client can give nothing");
      return inputRequired({ inputRequests });
    },
  );
  // The SDK refuses to ask a client for what it did not declare, with the error that this tool is there to show.
  server.registerTool("test_missing_capability", { description: "Cannot work without sampling." }, () =>
    inputRequired({ inputRequests: { answer: askModel("Anything") } }),
  );
  server.registerTool(
    "test_streaming_elicitation",
    { description: "Reports progress before it asks." },
    async ({ mcpReq }) => {
      const answer = acceptedContent(mcpReq.inputResponses, "user_name", NAME);
      if (answer !== undefined) return say(`Hello, ${answer.name}!`);
      const progressToken = mcpReq._meta?.progressToken;
      if (progressToken !== undefined)
        await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress: 1 } });
      return inputRequired({ inputRequests: { user_name: askName("What is your name?") } });
    },
  );
}
