import { expect, it, onTestFinished } from "vitest";
import { defineServer } from "../../servers/define-server.ts";
import { tool } from "../../servers/tool.ts";
import type { JsonObject } from "../../types.ts";
import { createLogger } from "../../util/log/logger.ts";
import { createRedactor } from "../../util/redact.ts";
import { openGateway } from "../fixtures/open-gateway.ts";
import { scriptedServer } from "../fixtures/scripted-server.ts";
import { startCollector } from "../operations/fixtures/collector.ts";
import { readTraceparent } from "../operations/trace-context.ts";
import { startTracing } from "../operations/traces.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const CLIENT_SPAN = "b7ad6b7169203331";
const _meta = { traceparent: `00-${TRACE}-${CLIENT_SPAN}-01` };

/** What came along with the requests that reached the server. */
const metas: JsonObject[] = [];
const note = (params: JsonObject): void => void metas.push((params["_meta"] ?? {}) as JsonObject);

const library = scriptedServer(
  "library",
  {
    "tools/list": () => ({ tools: [{ name: "lend", inputSchema: { type: "object" } }] }),
    "tools/call": (params) => {
      note(params);
      return { content: [{ type: "text", text: "lent" }] };
    },
    "prompts/list": () => ({ prompts: [{ name: "summarise" }] }),
    "prompts/get": (params) => {
      note(params);
      return { messages: [] };
    },
    "resources/list": () => ({ resources: [{ uri: "docs://one", name: "one" }] }),
    "resources/templates/list": () => ({ resourceTemplates: [] }),
    "resources/read": (params) => {
      note(params);
      return { contents: [] };
    },
  },
  { tools: {}, prompts: {}, resources: {} },
);
const other = defineServer("other", {
  fail: tool({
    description: "Fails",
    run: () => {
      throw new Error("as asked");
    },
  }),
});

async function open() {
  const collector = await startCollector();
  const tracing = startTracing({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    version: "1",
    log: createLogger({ level: "error", redactor: createRedactor(), sinks: [] }),
    onSecret: () => undefined,
  });
  onTestFinished(() => tracing?.close());
  const settings = { profiles: { code: { expose: "code" } } };
  const gateway = await openGateway({ servers: [library, other], settings }, { tracer: tracing });
  return {
    ...gateway,
    spans: async () => {
      await tracing?.close();
      return collector.spans.map(({ attributes, ...span }) => ({
        ...span,
        ...Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue])),
      }));
    },
  };
}

it("has a span for a prompt and for a resource, whose server is told to be below it", async () => {
  const { connect, spans } = await open();
  const client = await connect();
  metas.length = 0;
  await client.ask("prompts/get", { name: "mcp__library__summarise", _meta });
  await client.ask("resources/read", { uri: "docs://one", _meta });
  const [prompt, resource] = await spans();
  const place = {
    traceId: TRACE,
    parentSpanId: CLIENT_SPAN,
    "tacklebox.server": "library",
    "tacklebox.outcome": "ok",
  };
  expect(prompt).toMatchObject({
    ...place,
    name: "prompts/get summarise",
    "gen_ai.prompt.name": "summarise",
  });
  expect(resource).toMatchObject({ ...place, name: "resources/read" });
  expect(metas.map(({ traceparent }) => readTraceparent(traceparent)?.spanId)).toEqual([
    prompt?.spanId,
    resource?.spanId,
  ]);
});

it("has a span for a program, and below it one for each of its calls", async () => {
  const { connect, spans } = await open();
  const client = await connect("code");
  await client.ask("tools/list");
  metas.length = 0;
  const code = "await device.LibraryMCP.lend({}); try { await device.OtherMCP.fail({}) } catch {} return 1";
  const { result } = await client.ask("tools/call", { name: "run_code", arguments: { code }, _meta });
  expect(result).toMatchObject({ content: [{ text: "1" }] });
  const [lend, fail, program] = await spans();
  expect(program).toMatchObject({
    traceId: TRACE,
    parentSpanId: CLIENT_SPAN,
    name: "tools/call run_code",
    kind: 2,
  });
  expect(program).not.toHaveProperty("tacklebox.server");
  const below = { traceId: TRACE, parentSpanId: program?.spanId, kind: 3 };
  expect(lend).toMatchObject({ ...below, name: "tools/call lend", "tacklebox.outcome": "ok" });
  expect(fail).toMatchObject({ ...below, name: "tools/call fail", "tacklebox.outcome": "tool-error" });
  expect(metas).toMatchObject([{ traceparent: `00-${TRACE}-${lend?.spanId}-01` }]);
});

it("has a span for a search, for a call by name and for a call that comes to nothing", async () => {
  const { connect, spans } = await open();
  const client = await connect("code");
  await client.call("search_tools", { query: "lend" });
  await client.call("call_tool", { name: "mcp__library__lend" });
  await client.call("nothing");
  await client.call("search_tools", { query: "" });
  expect(await spans()).toMatchObject([
    { name: "tools/call search_tools", "tacklebox.outcome": "ok" },
    { name: "tools/call lend", "tacklebox.server": "library", "tacklebox.outcome": "ok" },
    { name: "tools/call", "tacklebox.outcome": "unknown-tool" },
    { name: "tools/call search_tools", "tacklebox.outcome": "tool-error" },
  ]);
});
