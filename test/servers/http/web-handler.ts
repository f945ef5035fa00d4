/** Serves a web-standard handler (`Request` → `Response`), as the SDK's servers are, over node:http. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { listen, readText, type ListenOptions, type RunningServer } from "./listen.ts";

export async function serveWebHandler(
  handle: (request: Request) => Promise<Response>,
  options: ListenOptions = {},
): Promise<RunningServer> {
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const left = new AbortController();
    outgoing.on("close", () => left.abort());
    const body = incoming.method === "POST" ? await readText(incoming) : null;
    const headers = new Headers(incoming.headers as Record<string, string>);
    const url = `http://${incoming.headers.host ?? ""}${incoming.url ?? ""}`;
    const method = incoming.method ?? "GET";
    const response = await handle(new Request(url, { method, headers, body, signal: left.signal }));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.flushHeaders();
    if (response.body === null) return void outgoing.end();
    await pipeline(Readable.fromWeb(response.body), outgoing);
  };
  return listen((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  }, options);
}
