/** Prompts: with and without arguments, with embedded content, and one that asks before it answers. */
import { acceptedContent, completable, inputRequired, type McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { RED_PIXEL } from "./samples.ts";

const WORDS = ["paris", "park", "party", "test", "testing"];
const CONTEXT = z.object({ context: z.string() });

const user = <Content>(content: Content) => ({ role: "user" as const, content });
const text = (words: string) => user({ type: "text" as const, text: words });

export function registerPrompts(server: McpServer): void {
  server.registerPrompt("test_simple_prompt", { description: "Takes no arguments." }, () => ({
    messages: [text("This is a simple prompt for testing.")],
  }));
  server.registerPrompt(
    "test_prompt_with_arguments",
    {
      description: "Takes two arguments.",
      argsSchema: z.object({
        arg1: completable(z.string().describe("First test argument"), (value) =>
          WORDS.filter((word) => word.startsWith(value)),
        ),
        arg2: z.string().describe("Second test argument"),
      }),
    },
    ({ arg1, arg2 }) => ({ messages: [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  );
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    {
      description: "Embeds the resource that it is given.",
      argsSchema: z.object({ resourceUri: z.string().describe("URI of the resource to embed") }),
    },
    ({ resourceUri }) => ({
      messages: [
        user({
          type: "resource" as const,
          resource: {
            uri: resourceUri,
            mimeType: "text/plain",
            text: "Embedded resource content for testing.",
          },
        }),
        text("Please process the embedded resource above."),
      ],
    }),
  );
  server.registerPrompt("test_prompt_with_image", { description: "Embeds an image." }, () => ({
    messages: [
      user({ type: "image" as const, data: RED_PIXEL, mimeType: "image/png" }),
      text("Please analyze the image above."),
    ],
  }));
  server.registerPrompt("test_input_required_result_prompt", { description: "Asks first." }, ({ mcpReq }) => {
    const answer = acceptedContent(mcpReq.inputResponses, "user_context", CONTEXT);
    if (answer !== undefined) return { messages: [text(`With context: ${answer.context}`)] };
    return inputRequired({
      inputRequests: {
        user_context: inputRequired.elicit({
          message: "What context should the prompt use?",
          requestedSchema: CONTEXT,
        }),
      },
    });
  });
}
