/**
 * Tools that ask a client of the old era while they run. They return what they need, as the new era does; the SDK turns
 * that into requests to the client where the connection is of the old one.
 */
import {
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";

type ElicitedSchema = Extract<
  Parameters<typeof inputRequired.elicit>[0]["requestedSchema"],
  { type: "object" }
>;

const USER: ElicitedSchema = {
  type: "object",
  properties: {
    username: { type: "string", description: "User's response" },
    email: { type: "string", description: "User's email address" },
  },
  required: ["username", "email"],
};

const WITH_DEFAULTS: ElicitedSchema = {
  type: "object",
  properties: {
    name: { type: "string", default: "John Doe" },
    age: { type: "integer", default: 30 },
    score: { type: "number", default: 95.5 },
    status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean", default: true },
  },
};

const OPTIONS = ["option1", "option2", "option3"];
const choices = (word: string) =>
  ["First", "Second", "Third"].map((nth, index) => ({ const: `value${index + 1}`, title: `${nth} ${word}` }));

const WITH_ENUMS: ElicitedSchema = {
  type: "object",
  properties: {
    untitledSingle: { type: "string", enum: OPTIONS },
    titledSingle: { type: "string", oneOf: choices("Option") },
    legacyEnum: {
      type: "string",
      enum: ["opt1", "opt2", "opt3"],
      enumNames: ["Option One", "Option Two", "Option Three"],
    },
    untitledMulti: { type: "array", items: { type: "string", enum: OPTIONS } },
    titledMulti: { type: "array", items: { anyOf: choices("Choice") } },
  },
};

export function registerAskingTools(server: McpServer): void {
  server.registerTool(
    "test_sampling",
    { description: "Asks the client's model.", inputSchema: z.object({ prompt: z.string() }) },
    ({ prompt }, context) => {
      const answer = inputResponse(context.mcpReq.inputResponses, "answer");
      if (answer.kind === "sampling") {
        const content = [answer.result.content].flat()[0];
        const text = content?.type === "text" ? content.text : "no text";
        return { content: [{ type: "text", text: `LLM response: ${text}` }] };
      }
      return inputRequired({
        inputRequests: {
          answer: inputRequired.createMessage({
            messages: [{ role: "user", content: { type: "text", text: prompt } }],
            maxTokens: 100,
          }),
        },
      });
    },
  );
  server.registerTool(
    "test_elicitation",
    { description: "Asks the client's user.", inputSchema: z.object({ message: z.string() }) },
    ({ message }, context) => elicit(context, { message, schema: USER, prefix: "User response" }),
  );
  server.registerTool("test_elicitation_sep1034_defaults", { description: "Suggests answers." }, (context) =>
    elicit(context, { message: "Please review", schema: WITH_DEFAULTS, prefix: "Elicitation completed" }),
  );
  server.registerTool("test_elicitation_sep1330_enums", { description: "Offers choices." }, (context) =>
    elicit(context, { message: "Please choose", schema: WITH_ENUMS, prefix: "Elicitation completed" }),
  );
}

interface Question {
  readonly message: string;
  readonly schema: ElicitedSchema;
  readonly prefix: string;
}

function elicit(context: ServerContext, { message, schema, prefix }: Question) {
  const answer = inputResponse(context.mcpReq.inputResponses, "answer");
  if (answer.kind === "elicit") {
    const text = `${prefix}: action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`;
    return { content: [{ type: "text" as const, text }] };
  }
  return inputRequired({
    inputRequests: { answer: inputRequired.elicit({ message, requestedSchema: schema }) },
  });
}
