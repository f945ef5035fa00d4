import { afterAll, beforeAll, expect, it } from "vitest";
import { anthropicTools, handleAnthropicToolUse } from "./anthropic.ts";
import { clientSource, fixedSource, type ClientSource } from "./fixtures/client-source.ts";
import { PIXEL, weather } from "./fixtures/weather.ts";

let source: ClientSource;
beforeAll(async () => {
  source = await clientSource(weather);
});
afterAll(() => source.close());

const use = (name: string, input: unknown) => handleAnthropicToolUse(source, { id: "toolu_1", name, input });

it("gives tools in the form of Messages", () => {
  expect(anthropicTools(source)[0]).toEqual({
    name: "forecast",
    description: "Tells the weather",
    input_schema: expect.objectContaining({ type: "object", required: ["city"] }) as unknown,
  });
  expect(anthropicTools(fixedSource({ type: "object" }))).toEqual([
    { name: "it", input_schema: { type: "object", properties: {} } },
  ]);
});

it("folds a root that Anthropic refuses", () => {
  const [tool] = anthropicTools(fixedSource({ type: "object", anyOf: [{ properties: { a: {} } }] }));
  expect(tool?.input_schema).toEqual({ type: "object", properties: { a: {} } });
});

it("gives a result as a tool_result block", async () => {
  expect(await use("forecast", { city: "Bern" })).toEqual({
    type: "tool_result",
    tool_use_id: "toolu_1",
    content: '{"city":"Bern","text":"sunny"}',
  });
});

it("gives pictures as image blocks, and names those that Anthropic cannot see", async () => {
  const data = PIXEL.toString("base64");
  expect((await use("radar", {})).content).toEqual([
    { type: "text", text: "Rain:\n[image image/png, 9 bytes]" },
    { type: "image", source: { type: "base64", media_type: "image/png", data } },
  ]);
  expect((await use("map", {})).content).toBe("[image image/svg+xml, 9 bytes]");
});

it("marks a failure, which holds only text, as Anthropic demands", async () => {
  expect(await use("storm", {})).toMatchObject({ content: "No radar\nAsk again at noon.", is_error: true });
  expect(await use("blurred", {})).toMatchObject({
    content: "Blurred\n[image image/png, 9 bytes]",
    is_error: true,
  });
});

it("never gives an empty text, which Anthropic refuses", async () => {
  expect((await use("silent", {})).content).toBe("(no output)");
});

it("tells of an unknown tool and of an input that is no object", async () => {
  expect(await use("no_such_tool", {})).toMatchObject({ is_error: true });
  expect(await use("forecast", "Bern")).toMatchObject({
    content: expect.stringContaining("The arguments are a string") as unknown,
    is_error: true,
  });
});
