import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import type { Transport } from "@modelcontextprotocol/server";
import { afterEach, describe, expect, expectTypeOf, it } from "vitest";
import * as z from "zod";
import { TackleError, messageOf } from "../errors.ts";
import { defineServer, type DefinedServer } from "./define-server.ts";
import { image } from "./image.ts";
import { tool, type ToolContext } from "./tool.ts";

const clients: Client[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

async function connect(server: DefinedServer): Promise<Client> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1" });
  clients.push(client);
  await server.start(theirs);
  await client.connect(ours);
  return client;
}

/** Calls the only tool of a server whose function is `run`. */
async function resultOf(run: (context: ToolContext) => unknown) {
  const server = defineServer("test", {
    it: tool({ description: "", run: (_args, context) => run(context) }),
  });
  const client = await connect(server);
  return client.callTool({ name: "it", arguments: {} });
}

const text = (value: string) => [{ type: "text", text: value }];

const weather = defineServer(
  "weather",
  {
    forecast: tool({
      title: "Forecast",
      description: "Tells the weather",
      input: z.object({ city: z.string(), days: z.number().int().default(1) }),
      annotations: { readOnlyHint: true },
      run: ({ city, days }) => ({ city, days, text: "sunny" }),
    }),
    count: tool({
      description: "Counts",
      output: z.object({ count: z.number() }),
      run: () => ({ count: 3 }),
    }),
  },
  { version: "2.0.0", instructions: "Ask for one city at a time.", description: "All about the sky" },
);

describe("a definition", () => {
  it("infers the types of the arguments and of the result from the schemas", () => {
    tool({
      description: "",
      input: z.object({ city: z.string(), days: z.number().default(1) }),
      output: z.object({ sunny: z.boolean() }),
      run: (args, context) => {
        expectTypeOf(args).toEqualTypeOf<{ city: string; days: number }>();
        expectTypeOf(context.signal).toEqualTypeOf<AbortSignal>();
        return { sunny: true };
      },
    });
    // @ts-expect-error The output schema promises a boolean.
    tool({ description: "", output: z.object({ sunny: z.boolean() }), run: () => ({ sunny: "yes" }) });
    tool({
      description: "",
      run: (args) => {
        expectTypeOf(args).toEqualTypeOf<Record<string, never>>();
      },
    });
    expectTypeOf(weather.start).toEqualTypeOf<(transport: Transport) => Promise<void>>();
  });

  it("tells a client who it is and what it offers", async () => {
    const client = await connect(weather);
    expect(client.getServerVersion()).toEqual({
      name: "weather",
      version: "2.0.0",
      description: "All about the sky",
    });
    expect(client.getInstructions()).toBe("Ask for one city at a time.");
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([
      {
        name: "forecast",
        title: "Forecast",
        description: "Tells the weather",
        annotations: { readOnlyHint: true },
        inputSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      },
      {
        name: "count",
        inputSchema: { type: "object" },
        outputSchema: { type: "object", required: ["count"] },
      },
    ]);
    expect(tools[0]).not.toHaveProperty("outputSchema");
  });

  it("fills in defaults before the function runs", async () => {
    const client = await connect(weather);
    const { structuredContent } = await client.callTool({ name: "forecast", arguments: { city: "Bern" } });
    expect(structuredContent).toEqual({ city: "Bern", days: 1, text: "sunny" });
  });

  it("names the field of an argument that does not fit", async () => {
    const client = await connect(weather);
    const result = await client.callTool({ name: "forecast", arguments: { city: "Bern", days: "two" } });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain("days");
  });

  it("serves several clients at once", async () => {
    const both = await Promise.all([connect(weather), connect(weather)]);
    for (const client of both) expect((await client.listTools()).tools).toHaveLength(2);
  });

  it("offers an empty list when it has no tools", async () => {
    const client = await connect(defineServer("empty", {}));
    expect((await client.listTools()).tools).toEqual([]);
  });
});

describe("a result", () => {
  it("is one text block for a string", async () => {
    expect(await resultOf(() => "hello")).toEqual({ content: text("hello") });
  });

  it("is structured content and its JSON for an object", async () => {
    expect(await resultOf(async () => ({ a: [1], none: undefined }))).toEqual({
      content: text('{"a":[1]}'),
      structuredContent: { a: [1] },
    });
  });

  it.each([
    [[1, { b: 2 }], '[1,{"b":2}]'],
    [42, "42"],
    [false, "false"],
    [null, "null"],
    [new Date(0), '"1970-01-01T00:00:00.000Z"'],
  ])("is the JSON of %j", async (value, json) => {
    expect(await resultOf(() => value)).toEqual({ content: text(json) });
  });

  it("is empty for nothing", async () => {
    expect(await resultOf(() => undefined)).toEqual({ content: [] });
  });

  it("is passed on as it is when it has the protocol's form", async () => {
    const result = { content: [{ type: "text", text: "no" }], isError: true, _meta: { from: "me" } };
    expect(await resultOf(() => result)).toEqual(result);
  });

  it("takes a field 'content' of the tool's own data for data", async () => {
    const document = { title: "Essay", content: [{ type: "paragraph" }] };
    expect((await resultOf(() => document)).structuredContent).toEqual(document);
    const words = { content: ["a", "b"] };
    expect((await resultOf(() => words)).structuredContent).toEqual(words);
  });

  it("is an image block for an image, also of a slice of a buffer", async () => {
    const bytes = Buffer.from("xPNGx").subarray(1, 4);
    const block = { type: "image", data: Buffer.from("PNG").toString("base64"), mimeType: "image/png" };
    expect(await resultOf(() => image(bytes, "image/png"))).toEqual({ content: [block] });
    const mixed = { content: [...text("Look:"), block] };
    expect(await resultOf(() => ({ content: [...text("Look:"), image(bytes, "image/png")] }))).toEqual(mixed);
  });

  it("takes data that only looks like an image for data", async () => {
    const likeness = { type: "image", data: "", mimeType: "image/png" };
    expect((await resultOf(() => likeness)).structuredContent).toEqual(likeness);
  });

  it("says what is wrong with bytes, functions, circles and big integers", async () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    const cases: [unknown, string][] = [
      [new Uint8Array(3), "image(bytes"],
      [() => 1, "a function"],
      [circle, "no JSON"],
      [{ big: 1n }, "no JSON"],
    ];
    for (const [value, part] of cases) {
      const { isError, content } = await resultOf(() => value);
      expect(isError).toBe(true);
      expect(JSON.stringify(content)).toContain(part);
    }
  });

  it("shares no object with the tool", async () => {
    const own = { list: [1] };
    const { structuredContent } = await resultOf(() => own);
    own.list.push(2);
    expect(structuredContent).toEqual({ list: [1] });
  });

  it("is checked against the output schema", async () => {
    const output = z.object({ count: z.number() });
    const run = () => JSON.parse('{"count":"three"}') as { count: number };
    const client = await connect(defineServer("test", { it: tool({ description: "", output, run }) }));
    const { isError, content } = await client.callTool({ name: "it" });
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain("count");
  });

  it("reaches the client when the output schema is no object", async () => {
    const list = tool({ description: "", output: z.array(z.string()), run: () => ["a"] });
    const word = tool({ description: "", output: z.string(), run: () => "b" });
    const client = await connect(defineServer("test", { list, word }));
    await client.listTools();
    expect(await client.callTool({ name: "list" })).toMatchObject({ content: text('["a"]') });
    expect(await client.callTool({ name: "word" })).toMatchObject({ content: text('"b"') });
  });
});

describe("a failure", () => {
  const hinted = new TackleError({ code: "execution", message: "No such city", hint: "Try a bigger one." });
  const bare = Object.assign(Object.create(null) as object, { code: 7 });
  it.each([
    ["an error", new Error("Rain"), "Rain"],
    ["an error without words", new RangeError(), "The tool failed: RangeError"],
    ["an error with a hint", hinted, "No such city\nTry a bigger one."],
    ["a string", "broken", "broken"],
    ["an empty string", "", "The tool failed and threw an empty string"],
    ["null", null, "The tool failed and threw null"],
    ["undefined", undefined, "The tool failed and threw undefined"],
    ["an object", bare, 'The tool failed and threw {"code":7}'],
    ["a symbol", Symbol("x"), "The tool failed and threw a symbol"],
  ])("is told for %s", async (_name, thrown, message) => {
    const failed = { content: text(message), isError: true };
    const sync = await resultOf(() => {
      throw thrown;
    });
    expect(sync).toEqual(failed);
    expect(await resultOf(() => Promise.reject(thrown))).toEqual(failed); // oxlint-disable-line prefer-promise-reject-errors
  });

  it("shows no stack", async () => {
    const { content } = await resultOf(() => {
      throw new Error("Rain");
    });
    expect(JSON.stringify(content)).not.toContain("define-server");
  });
});

describe("a call", () => {
  it("is one of a thousand at once", async () => {
    const client = await connect(weather);
    const cities = Array.from({ length: 1000 }, (_, index) => `City ${index}`);
    const results = await Promise.all(
      cities.map((city) => client.callTool({ name: "forecast", arguments: { city } })),
    );
    expect(results.map(({ structuredContent }) => structuredContent)).toEqual(
      cities.map((city) => ({ city, days: 1, text: "sunny" })),
    );
  });

  it("learns that the caller gave up", async () => {
    const { promise: reason, resolve: aborted } = Promise.withResolvers<string>();
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    const wait = tool({
      description: "",
      run: (_args, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            aborted("given up");
            reject(new Error("never read"));
          });
          start();
        }),
    });
    const client = await connect(defineServer("test", { wait }));
    const controller = new AbortController();
    const failure = client.callTool({ name: "wait" }, { signal: controller.signal }).catch(messageOf);
    await started;
    controller.abort(new Error("enough"));
    expect(await failure).toContain("enough");
    expect(await reason).toBe("given up");
  });

  it("learns that the caller went away", async () => {
    const { promise: reason, resolve: aborted } = Promise.withResolvers<string>();
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    const wait = tool({
      description: "",
      run: async (_args, { signal }) => {
        signal.addEventListener("abort", () => aborted("gone"));
        start();
        await reason;
      },
    });
    const client = await connect(defineServer("test", { wait }));
    const failure = client.callTool({ name: "wait" }).catch(messageOf);
    await started;
    await client.close();
    expect(await failure).toContain("closed");
    expect(await reason).toBe("gone");
  });

  it("tells its progress, in order, to a caller who asked", async () => {
    const steps = tool({
      description: "",
      run: (_args, { progress }) => {
        progress(1);
        progress(2, 3);
        progress(3, 3, "done");
        return "end";
      },
    });
    const client = await connect(defineServer("test", { steps }));
    const seen: unknown[] = [];
    const result = await client.callTool({ name: "steps" }, { onprogress: (step) => seen.push(step) });
    expect(result.content).toEqual(text("end"));
    expect(seen).toEqual([
      { progress: 1 },
      { progress: 2, total: 3 },
      { progress: 3, total: 3, message: "done" },
    ]);
    expect((await client.callTool({ name: "steps" })).content).toEqual(text("end"));
  });

  it("logs to the caller, and says nothing after its end", async () => {
    let late: ToolContext | undefined;
    const chatty = tool({
      description: "",
      run: (_args, context) => {
        context.log("working");
        context.log({ left: 2 }, "warning");
        late = context;
      },
    });
    const client = await connect(defineServer("test", { chatty }));
    const seen: unknown[] = [];
    client.setNotificationHandler("notifications/message", ({ params }) => {
      seen.push(params);
    });
    await client.callTool({ name: "chatty" }, { onprogress: (step) => seen.push(step) });
    late?.log("too late");
    late?.progress(1);
    await client.ping();
    expect(seen).toEqual([
      { level: "info", logger: "test", data: "working" },
      { level: "warning", logger: "test", data: { left: 2 } },
    ]);
  });
});

describe("an image", () => {
  it.each(["", "png", "text/html", "image/png; x"])("refuses the type %j", (mimeType) => {
    expect(() => image(new Uint8Array(1), mimeType)).toThrow("is not the type of an image");
  });
});
