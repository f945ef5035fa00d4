/** A client of one profile of a running gateway, as a model's host is one: it counts what the model would read. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { encode } from "gpt-tokenizer";
import type { Step } from "./tasks.ts";

export interface ProfileClient {
  /** What a model reads before its first call: instructions, and of each tool what providers take. */
  definitions(): Promise<Definitions>;
  call(step: Step): Promise<string>;
  close(): Promise<void>;
}

export interface Definitions {
  readonly tools: number;
  readonly tokens: number;
  /** Tool → its tokens. */
  readonly each: ReadonlyMap<string, number>;
}

export async function connectProfile(url: string): Promise<ProfileClient> {
  const client = new Client(
    { name: "bench-tokens", version: "1.0.0" },
    { versionNegotiation: { mode: "legacy" } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return {
    async definitions() {
      const { tools } = await client.listTools();
      const each = new Map(
        tools.map(({ name, description, inputSchema }) => [
          name,
          tokensOf(JSON.stringify({ name, description, inputSchema })),
        ]),
      );
      const sum = [...each.values()].reduce(
        (total, tokens) => total + tokens,
        tokensOf(client.getInstructions() ?? ""),
      );
      return { tools: tools.length, tokens: sum, each };
    },
    async call({ tool, arguments: args }) {
      const { content, isError } = await client.callTool({ name: tool, arguments: args });
      const text = content
        .map((block) => (block.type === "text" ? block.text : `[${block.type}]`))
        .join("\n");
      if (isError === true) throw new Error(`${tool} failed: ${text}`);
      return text;
    },
    close: () => client.close(),
  };
}

export function tokensOf(text: string): number {
  return encode(text).length;
}
