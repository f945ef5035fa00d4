/**
 * The least that looks like an MCP server of the older era, written out by hand so that a fixture can break any rule:
 * it answers `initialize` and `tools/list` (one tool, `go`) and leaves `tools/call` to the fixture.
 */
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";

export interface RawRequest {
  readonly id: number | string;
  readonly method: string;
  readonly params: {
    readonly protocolVersion?: string;
    readonly arguments?: Readonly<Record<string, unknown>>;
    readonly _meta?: { readonly progressToken?: number | string };
  };
}

export interface RawServer {
  /** Answers `tools/call`. */
  readonly call: (request: RawRequest) => void;
  /** Answers `initialize` in place of the usual reply. */
  readonly initialize?: (request: RawRequest) => void;
  /** Answers `tools/list` in place of the usual reply. */
  readonly list?: (request: RawRequest) => void;
  /** Sees every line before it is handled. */
  readonly onLine?: (line: string) => void;
  /** Whether to live on when stdin ends. */
  readonly isStubborn?: boolean;
}

export function serveRaw(server: RawServer): void {
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    server.onLine?.(line);
    handle(server, JSON.parse(line) as RawRequest);
  });
  lines.on("close", () => {
    if (server.isStubborn !== true) process.exit(0);
  });
}

/** Writes text to stdout as it is, whole, before it returns. */
export function write(text: string | Uint8Array): void {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  for (let done = 0; done < bytes.length;) {
    try {
      done += writeSync(1, bytes, done);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
    }
  }
}

export function send(message: object): void {
  write(`${JSON.stringify(message)}\n`);
}

export function reply(id: number | string, text: string): void {
  send({ jsonrpc: "2.0", id, result: textResult(text) });
}

export function textResult(text: string): object {
  return { content: [{ type: "text", text }] };
}

export function initializeResult(request: RawRequest): object {
  return {
    protocolVersion: request.params.protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "raw", version: "1.0.0" },
  };
}

export function progress(request: RawRequest, value: number): string {
  const params = { progressToken: request.params._meta?.progressToken ?? request.id, progress: value };
  return `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params })}\n`;
}

function handle(server: RawServer, request: RawRequest): void {
  const { id, method } = request;
  if (method === "initialize") {
    if (server.initialize !== undefined) server.initialize(request);
    else send({ jsonrpc: "2.0", id, result: initializeResult(request) });
  } else if (method === "tools/list") {
    if (server.list !== undefined) server.list(request);
    else send({ jsonrpc: "2.0", id, result: { tools: [{ name: "go", inputSchema: { type: "object" } }] } });
  } else if (method === "tools/call") server.call(request);
  else if (id !== undefined && method !== undefined) {
    send({ jsonrpc: "2.0", id, error: { code: -32601, message: `No method ${method}` } });
  }
}
