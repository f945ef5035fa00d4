/**
 * The scenarios in which the server asks: a box has nobody who could answer, so a real client calls through a gateway in
 * front of the suite's server, and says yes to everything, with the values that were suggested.
 */
import { startGateway } from "../e2e/gateway.ts";
import { connectClient, type ElicitAnswer } from "../e2e/pairing-clients.ts";

export async function callThroughGateway(url: string, tools: readonly string[]): Promise<void> {
  const gateway = await startGateway({ servers: { suite: { url } } });
  try {
    const isModern = process.env["MCP_CONFORMANCE_PROTOCOL_VERSION"] === "2026-07-28";
    const client = await connectClient(isModern ? "v2 modern" : "v2 legacy", gateway.endpoint("suite"), {
      elicit: (params) => Promise.resolve(acceptDefaults(params)),
    });
    for (const tool of tools) await client.call(tool);
    await client.close();
  } finally {
    await gateway.stop();
  }
}

function acceptDefaults({ requestedSchema }: Readonly<Record<string, unknown>>): ElicitAnswer {
  const { properties } = requestedSchema as {
    properties: Record<string, { default?: string | number | boolean }>;
  };
  const values = Object.entries(properties).map(([name, field]) => [name, field.default ?? true] as const);
  return { action: "accept", content: Object.fromEntries(values) };
}
