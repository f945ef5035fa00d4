import { asSchema, generateText, isStepCount, type ToolSet } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import { toAiSdkTools } from "./ai-sdk.ts";
import { clientSource, fixedSource, type ClientSource } from "./fixtures/client-source.ts";
import { PIXEL, weather } from "./fixtures/weather.ts";

let source: ClientSource;
beforeAll(async () => {
  source = await clientSource(weather);
});
afterAll(() => source.close());

type Generated = Awaited<ReturnType<MockLanguageModelV4["doGenerate"]>>;

const usage: Generated["usage"] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

/** Asks for the tools in one turn, and ends in the next. */
function modelThatCalls(...calls: readonly [name: string, args: object][]): MockLanguageModelV4 {
  const content = calls.map(([toolName, args], index): Generated["content"][number] => {
    return { type: "tool-call", toolCallId: `call_${index}`, toolName, input: JSON.stringify(args) };
  });
  return new MockLanguageModelV4({
    doGenerate: [
      { content, finishReason: { unified: "tool-calls", raw: undefined }, usage, warnings: [] },
      {
        content: [{ type: "text", text: "Sunny in both." }],
        finishReason: { unified: "stop", raw: undefined },
        usage,
        warnings: [],
      },
    ],
  });
}

/** What the model was told after the calls. */
function toldTo(model: MockLanguageModelV4): unknown[] {
  const message = model.doGenerateCalls[1]?.prompt.find(({ role }) => role === "tool");
  return message?.role === "tool"
    ? message.content.map((part) => (part.type === "tool-result" ? part.output : part))
    : [];
}

async function run(model: MockLanguageModelV4) {
  return generateText({
    model,
    prompt: "How is the weather?",
    tools: toAiSdkTools(source),
    stopWhen: isStepCount(3),
  });
}

it("gives tools that the AI SDK accepts by their type", () => {
  expectTypeOf(toAiSdkTools(source)).toExtend<ToolSet>();
});

it("serves a real loop with two calls in one turn", async () => {
  const model = modelThatCalls(["forecast", { city: "Bern" }], ["forecast", { city: "Rome" }]);
  const { text, steps } = await run(model);
  expect(text).toBe("Sunny in both.");
  expect(steps[0]?.toolResults.map(({ output }) => output)).toMatchObject([
    { output: '{"city":"Bern","text":"sunny"}', data: { city: "Bern", text: "sunny" } },
    { data: { city: "Rome", text: "sunny" } },
  ]);
  expect(toldTo(model)).toEqual([
    { type: "text", value: '{"city":"Bern","text":"sunny"}' },
    { type: "text", value: '{"city":"Rome","text":"sunny"}' },
  ]);
});

it("sends name, description and schema to the model as the server wrote them", async () => {
  const model = modelThatCalls(["silent", {}]);
  await run(model);
  const [forecast] = model.doGenerateCalls[0]?.tools ?? [];
  expect(forecast).toMatchObject({
    type: "function",
    name: "forecast",
    description: "Tells the weather",
    inputSchema: source.tools()[0]?.inputSchema,
  });
  expect(JSON.stringify(forecast)).not.toContain("additionalProperties");
});

it("shows pictures to the model", async () => {
  const model = modelThatCalls(["radar", {}], ["map", {}], ["silent", {}]);
  await run(model);
  expect(toldTo(model)).toMatchObject([
    {
      type: "content",
      value: [
        { type: "text", text: "Rain:\n[image image/png, 9 bytes]" },
        { type: "file", mediaType: "image/png", data: { type: "data", data: PIXEL.toString("base64") } },
      ],
    },
    { type: "text", value: "[image image/svg+xml, 9 bytes]" },
    { type: "text", value: "(no output)" },
  ]);
});

it("makes a failure a tool-error, which the model reads as an error", async () => {
  const model = modelThatCalls(["storm", {}], ["forecast", { town: "Bern" }]);
  const { text, steps } = await run(model);
  expect(text).toBe("Sunny in both.");
  const failures = steps[0]?.content.filter(({ type }) => type === "tool-error");
  expect(failures).toMatchObject([
    { toolName: "storm", error: { code: "execution", server: "weather", tool: "storm" } },
    { toolName: "forecast" },
  ]);
  expect(toldTo(model)).toEqual([
    { type: "error-text", value: "TackleError: No radar\nAsk again at noon." },
    { type: "error-text", value: expect.stringContaining("city") as unknown },
  ]);
});

it("passes the caller's abort on to the tool", async () => {
  const controller = new AbortController();
  const { wait } = toAiSdkTools(source);
  const failure = wait?.execute({}, { abortSignal: controller.signal }).catch((error: unknown) => error);
  controller.abort(new Error("enough"));
  expect(await failure).toMatchObject({ message: expect.stringContaining("enough") as unknown });
});

describe("a schema", () => {
  it("is one of the AI SDK's own, and is not changed by it", async () => {
    const inputSchema = { type: "object", properties: { a: { type: "object" } } };
    const { it: tool } = toAiSdkTools(fixedSource(inputSchema));
    expect(await asSchema(tool?.inputSchema).jsonSchema).toEqual(inputSchema);
  });

  it("is a Standard Schema for everybody else", () => {
    const { it: tool } = toAiSdkTools(fixedSource({ type: "object", properties: {} }));
    const standard = tool?.inputSchema["~standard"];
    expect(standard?.jsonSchema.input()).toEqual({ type: "object", properties: {} });
    expect(standard?.validate({ a: 1 })).toEqual({ value: { a: 1 } });
  });

  it("has a root that every provider accepts", async () => {
    const { it: tool } = toAiSdkTools(fixedSource({ anyOf: [{ properties: { a: {} } }] }));
    expect(await asSchema(tool?.inputSchema).jsonSchema).toEqual({ type: "object", properties: { a: {} } });
  });
});

it("reads outputs of stored chats, whatever they hold", () => {
  const { it: tool } = toAiSdkTools(fixedSource({ type: "object" }));
  const read = (output: unknown) => tool?.toModelOutput({ output });
  expect(read(JSON.parse('{"output":"hi","content":[]}'))).toEqual({ type: "text", value: "hi" });
  expect(read({ output: 3, content: [null] })).toEqual({
    type: "text",
    value: '{"output":3,"content":[null]}',
  });
  expect(read(undefined)).toEqual({ type: "text", value: "(no output)" });
});
