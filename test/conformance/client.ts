/**
 * Our side of the connection to a server, as the conformance suite drives it: started with the address as its last
 * argument, it uses a box to list what is there, and then all of it: the calls that the scenario asks for, or one of
 * every tool, resource and prompt.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBox, type Box, type JsonObject } from "tacklebox";

interface WantedCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

const SERVER = "suite";
const SAMPLES: Readonly<Record<string, unknown>> = {
  number: 5,
  integer: 5,
  string: "text",
  boolean: true,
  array: [],
  object: {},
  null: null,
};

/** Scenarios in which the server asks, with their tools in the order that they want. */
const ASKING_SCENARIOS: Readonly<Record<string, readonly string[]>> = {
  "elicitation-sep1034-client-defaults": ["test_client_elicitation_defaults"],
  "sep-2322-client-request-state": [
    "test_mrtr_echo_state",
    "test_mrtr_unrelated",
    "test_mrtr_no_state",
    "test_mrtr_no_result_type",
  ],
};

const url = process.argv.at(-1) ?? "";
const asking = ASKING_SCENARIOS[process.env["MCP_CONFORMANCE_SCENARIO"] ?? ""];
if (asking === undefined) await useBox();
else await (await import("./client-through-gateway.ts")).callThroughGateway(url, asking);

async function useBox(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "tackle-conformance-"));
  const box = await createBox({
    mcpServers: { [SERVER]: { url } },
    env: { HOME: home, PATH: process.env["PATH"] },
  });
  try {
    await box.start();
    const { state, reason } = box.statusOf(SERVER);
    if (state === "ready") await useEverything(box);
    else fail(`The server is ${state}: ${reason ?? "for no reason"}`);
  } finally {
    await box.stop();
    rmSync(home, { recursive: true });
  }
}

async function useEverything(box: Box): Promise<void> {
  const group = box.server(SERVER);
  const calls = wantedCalls() ?? echoOfSchema(box) ?? oneOfEach(box);
  for (const { name, arguments: args } of calls) {
    const { success, error } = await group.call(name, args);
    if (!success) fail(`${name}: ${error ?? "failed"}`);
  }
  for (const { uri } of box.catalog.resources) await box.readResource(uri, { server: SERVER });
  for (const { name } of box.catalog.prompts) await box.getPrompt(name, {}, { server: SERVER });
}

function wantedCalls(): readonly WantedCall[] | undefined {
  const context = process.env["MCP_CONFORMANCE_CONTEXT"];
  if (context === undefined) return undefined;
  return (JSON.parse(context) as { toolCalls?: readonly WantedCall[] }).toolCalls;
}

/** One scenario wants to see the schema that arrived here, by way of a tool. */
function echoOfSchema(box: Box): readonly WantedCall[] | undefined {
  if (process.env["MCP_CONFORMANCE_SCENARIO"] !== "json-schema-2020-12-preservation") return undefined;
  const rich = box
    .server(SERVER)
    .tools()
    .find(({ tool }) => tool === "json_schema_2020_12_tool");
  return [{ name: "json_schema_echo", arguments: { schema: rich?.definition.inputSchema } }];
}

function oneOfEach(box: Box): readonly WantedCall[] {
  return box
    .server(SERVER)
    .tools()
    .map(({ tool, definition }) => ({ name: tool, arguments: sampleFor(definition.inputSchema) }));
}

function sampleFor({ properties = {}, required = [] }: JsonObject): JsonObject {
  const needed = new Set(required as readonly string[]);
  return Object.fromEntries(
    Object.entries(properties as Readonly<Record<string, { readonly type?: string }>>)
      .filter(([name]) => needed.has(name))
      .map(([name, { type = "string" }]) => [name, SAMPLES[type]]),
  );
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
