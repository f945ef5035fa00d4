/** Serves one test server over Streamable HTTP on the loopback interface; prints its address on stderr. */
import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { createMcpHandler, type McpServer } from "@modelcontextprotocol/server";

export async function serveHttp(createServer: () => McpServer, port: number): Promise<void> {
  const handler = createMcpHandler(createServer);
  const http = createHttpServer((request, response) => {
    answer(request, response, handler.fetch).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  http.listen(port, "127.0.0.1");
  await once(http, "listening");
  const address = http.address();
  const actualPort = typeof address === "object" && address !== null ? address.port : port;
  console.error(`http://127.0.0.1:${actualPort}/mcp`);
}

type Fetch = (request: Request) => Promise<Response>;

async function answer(request: IncomingMessage, response: ServerResponse, fetch: Fetch): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, String(value));
  const body = request.method === "POST" ? Buffer.concat(await request.toArray()) : null;
  const url = `http://127.0.0.1${request.url ?? "/"}`;
  const answered = await fetch(
    new Request(url, { method: request.method ?? "GET", headers, body, signal: gone.signal }),
  );
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  if (answered.body === null) response.end();
  else Readable.fromWeb(answered.body).pipe(response);
}
