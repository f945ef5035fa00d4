/** A login page with status 200, as proxies like to send. */
import type { RunningServer } from "./listen.ts";
import { listen } from "./listen.ts";
import { startRawMcp } from "./raw-mcp.ts";
import type { ServerResponse } from "node:http";

export async function startHtmlLogin(from: "call" | "start"): Promise<RunningServer> {
  if (from === "start") return listen((_request, response) => sendPage(response));
  return startRawMcp({ onCall: ({ response }) => sendPage(response) });
}

function sendPage(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end("<!doctype html><title>Sign in</title><form>password</form>");
}
