/**
 * The one server behind every gateway that is measured: JSON-RPC lines over stdio, without an SDK, so that what is measured is
 * the gateway. Of the legacy era; the modern one's first question is an unknown method here.
 */
import { readLines } from "./lines.ts";
import { parseMessage, type Message } from "./message.ts";

const SENTENCE = 'A line of "plain" text, as a server would read it from a file.\n';
const blobs = new Map<number, string>();

const TOOLS = [
  {
    name: "echo",
    description: "Says back the text it is given.",
    inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  },
  {
    name: "blob",
    description: "Answers with so many bytes of text; the tag makes every call another one.",
    inputSchema: {
      type: "object",
      properties: { bytes: { type: "integer" }, tag: { type: "string" } },
      required: ["bytes"],
    },
  },
  {
    name: "steps",
    description: "Reports progress so many times, then answers.",
    inputSchema: { type: "object", properties: { count: { type: "integer" } }, required: ["count"] },
  },
];

/** The blob as JSON, kept: making it anew for every call would measure this server. */
function blobJson(bytes: number): string {
  let json = blobs.get(bytes);
  if (json === undefined) {
    json = JSON.stringify(SENTENCE.repeat(Math.ceil(bytes / SENTENCE.length)).slice(0, bytes));
    blobs.set(bytes, json);
  }
  return json;
}

const line = (message: object) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
const textResult = (id: Message["id"], textAsJson: string) =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":${textAsJson}}]}}\n`;

function callTool({ id, params }: Message): string {
  const given = (params?.["arguments"] ?? {}) as Readonly<Record<string, unknown>>;
  switch (params?.["name"]) {
    case "echo":
      return textResult(id, JSON.stringify(given["text"]));
    case "blob":
      return textResult(id, blobJson(Number(given["bytes"])));
    case "steps": {
      const meta = params["_meta"] as { readonly progressToken?: unknown } | undefined;
      const count = meta?.progressToken === undefined ? 0 : Number(given["count"]);
      const steps = Array.from({ length: count }, (_, step) =>
        line({
          method: "notifications/progress",
          params: { progressToken: meta?.progressToken, progress: step + 1, total: count },
        }),
      );
      return steps.join("") + textResult(id, '"done"');
    }
    default:
      return line({ id, error: { code: -32602, message: `Unknown tool: ${String(params?.["name"])}` } });
  }
}

function answer(message: Message): string {
  const { id, method, params } = message;
  if (id === undefined || method === undefined) return "";
  switch (method) {
    case "initialize":
      return line({
        id,
        result: {
          protocolVersion: params?.["protocolVersion"],
          capabilities: { tools: {} },
          serverInfo: { name: "bench-echo", version: "1.0.0" },
        },
      });
    case "ping":
      return line({ id, result: {} });
    case "tools/list":
      return line({ id, result: { tools: TOOLS } });
    case "tools/call":
      return callTool(message);
    default:
      return line({ id, error: { code: -32601, message: `Method not found: ${method}` } });
  }
}

readLines(process.stdin, (lines) => {
  const answers = lines.map((text) => (text === "" ? "" : answer(parseMessage(text)))).join("");
  if (answers !== "") process.stdout.write(answers);
});
