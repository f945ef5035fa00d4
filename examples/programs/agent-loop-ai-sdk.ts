/**
 * An agent's loop with the AI SDK: the model asks for two tools at once, gets their results, and answers. The model is a
 * mock with a script, so that this runs without a key; put `openai("…")` or `anthropic("…")` in its place.
 */
import { generateText, isStepCount } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import * as z from "zod";
import { createBox, defineServer, toAiSdkTools, tool } from "tacklebox";

const weather = defineServer("weather", {
  forecast: tool({
    description: "Tells the weather of a city",
    input: z.object({ city: z.string() }),
    run: ({ city }) => ({ city, text: city === "Bern" ? "sunny" : "rainy" }),
  }),
});

const box = await createBox({ servers: [weather] });
await box.start();
const { text, steps } = await generateText({
  model: scriptedModel(),
  prompt: "How is the weather in Bern and in Rome?",
  tools: toAiSdkTools(box),
  stopWhen: isStepCount(5),
});
await box.stop();

for (const { toolResults } of steps) {
  for (const { toolName, input, output } of toolResults) console.log(toolName, input, "→", output);
}
console.log(text);

function scriptedModel(): MockLanguageModelV4 {
  const usage = {
    inputTokens: { total: 0, noCache: 0, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 0, text: 0, reasoning: undefined },
  };
  const forecast = (toolCallId: string, city: string) =>
    ({
      type: "tool-call",
      toolCallId,
      toolName: "mcp__weather__forecast",
      input: JSON.stringify({ city }),
    }) as const;
  return new MockLanguageModelV4({
    doGenerate: [
      {
        content: [forecast("1", "Bern"), forecast("2", "Rome")],
        finishReason: { unified: "tool-calls", raw: undefined },
        usage,
        warnings: [],
      },
      {
        content: [{ type: "text", text: "It is sunny in Bern and rainy in Rome." }],
        finishReason: { unified: "stop", raw: undefined },
        usage,
        warnings: [],
      },
    ],
  });
}
