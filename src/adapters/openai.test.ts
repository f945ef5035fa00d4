import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callResult, clientSource, fixedSource, type ClientSource } from "./fixtures/client-source.ts";
import { PIXEL, weather } from "./fixtures/weather.ts";
import { handleOpenAiToolCall, openAiTools } from "./openai-chat.ts";
import { handleOpenAiResponsesToolCall, openAiResponsesTools } from "./openai-responses.ts";

let source: ClientSource;
beforeAll(async () => {
  source = await clientSource(weather);
});
afterAll(() => source.close());

const chat = (name: string, args: string) =>
  handleOpenAiToolCall(source, { id: "call_1", function: { name, arguments: args } });
const responses = (name: string, args: string) =>
  handleOpenAiResponsesToolCall(source, { call_id: "call_1", name, arguments: args });

const cityParameters = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
};

describe("Chat Completions", () => {
  it("takes tools in its form", () => {
    expect(openAiTools(source)[0]).toEqual({
      type: "function",
      function: {
        name: "forecast",
        description: "Tells the weather",
        parameters: expect.objectContaining(cityParameters) as unknown,
      },
    });
  });

  it("leaves out a description that there is not, and cuts one that is too long", () => {
    expect(openAiTools(fixedSource({ type: "object" }))).toEqual([
      { type: "function", function: { name: "it", parameters: { type: "object", properties: {} } } },
    ]);
    expect(openAiTools(source, { maxDescription: 5 })[0]?.function.description).toBe("Tell…");
  });

  it("folds a root that OpenAI refuses", () => {
    const [tool] = openAiTools(
      fixedSource({ oneOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }),
    );
    expect(tool?.function.parameters).toEqual({ type: "object", properties: { a: {}, b: {} } });
  });

  it("gets the result as a tool message", async () => {
    expect(await chat("forecast", '{"city":"Bern"}')).toEqual({
      role: "tool",
      tool_call_id: "call_1",
      content: '{"city":"Bern","text":"sunny"}',
    });
  });

  it("gets a picture named in the text", async () => {
    expect((await chat("radar", "{}")).content).toBe("Rain:\n[image image/png, 9 bytes]");
  });

  it("gets something to read when the tool says nothing, and calls it without arguments", async () => {
    expect((await chat("silent", "")).content).toBe("(no output)");
  });

  it.each([
    ['{"city": "Bern"', "not valid JSON"],
    ['["Bern"]', "The arguments are a list"],
    ["null", "The arguments are null"],
    ["7", "The arguments are a number"],
  ])("tells the model what is wrong with the arguments %s", async (args, message) => {
    expect((await chat("forecast", args)).content).toContain(message);
  });

  it("tells the model of failures, with the hint", async () => {
    expect((await chat("storm", "{}")).content).toBe("No radar\nAsk again at noon.");
    expect((await chat("no_such_tool", "{}")).content).toMatch(/no_such_tool.*\nSearch for it\./);
    expect((await chat("forecast", '{"town":"Bern"}')).content).toContain("city");
  });

  it("tells the model when the source itself throws", async () => {
    const broken = fixedSource({ type: "object" }, () => Promise.reject(new Error("The box is closed")));
    const message = await handleOpenAiToolCall(broken, {
      id: "1",
      function: { name: "it", arguments: "{}" },
    });
    expect(message.content).toBe("The call of 'it' failed: The box is closed");
  });

  it("passes the signal on", async () => {
    const { signal } = new AbortController();
    let seen: AbortSignal | undefined;
    const watched = fixedSource({ type: "object" }, (_name, _args, options) => {
      seen = options?.signal;
      return Promise.resolve(callResult({ output: "ok" }));
    });
    await handleOpenAiToolCall(watched, { id: "1", function: { name: "it", arguments: "" } }, { signal });
    expect(seen).toBe(signal);
  });
});

describe("Responses", () => {
  it("takes tools in its form, without the strictness that is its default", () => {
    expect(openAiResponsesTools(source)[0]).toEqual({
      type: "function",
      name: "forecast",
      description: "Tells the weather",
      parameters: expect.objectContaining(cityParameters) as unknown,
      strict: false,
    });
  });

  it("gets the result as an item", async () => {
    expect(await responses("forecast", '{"city":"Bern"}')).toEqual({
      type: "function_call_output",
      call_id: "call_1",
      output: '{"city":"Bern","text":"sunny"}',
    });
  });

  it("gets pictures that it can see", async () => {
    const { output } = await responses("radar", "{}");
    const url = `data:image/png;base64,${PIXEL.toString("base64")}`;
    expect(output).toEqual([
      { type: "input_text", text: "Rain:\n[image image/png, 9 bytes]" },
      { type: "input_image", image_url: url, detail: "auto" },
    ]);
  });

  it("gets pictures that it cannot see named in the text", async () => {
    expect((await responses("map", "{}")).output).toBe("[image image/svg+xml, 9 bytes]");
  });

  it("is told of bad arguments and failures", async () => {
    expect((await responses("forecast", "{city}")).output).toContain("not valid JSON");
    expect((await responses("storm", "{}")).output).toBe("No radar\nAsk again at noon.");
  });
});
