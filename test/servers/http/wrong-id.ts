/** Answers with the id of some other request, with no id, with no JSON, or with 202 and nothing. */
import type { RunningServer } from "./listen.ts";
import { openEvents, result, sendEvent, sendJson, startRawMcp } from "./raw-mcp.ts";

export type WrongReply =
  | "other-id"
  | "other-id-event"
  | "null-id-error"
  | "not-json"
  | "not-rpc"
  | "accepted"
  | "no-reply"
  | "empty-batch";

export async function startWrongId(reply: WrongReply): Promise<RunningServer> {
  return startRawMcp({
    onCall({ response }) {
      switch (reply) {
        case "other-id":
          return sendJson(response, { id: 4711, result: result("not yours") });
        case "other-id-event":
          openEvents(response);
          return sendEvent(response, { id: 4711, result: result("not yours") });
        case "null-id-error":
          return sendJson(response, { id: null, error: { code: -32700, message: "Parse error" } });
        case "not-json":
          return void response
            .writeHead(200, { "content-type": "application/json" })
            .end("<!doctype canary-in-json>");
        case "not-rpc":
          return void response
            .writeHead(200, { "content-type": "application/json" })
            .end('{"hello":"canary-in-json"}');
        case "no-reply":
          return sendJson(response, { method: "notifications/message", params: { level: "info", data: 1 } });
        case "empty-batch":
          return void response.writeHead(200, { "content-type": "application/json" }).end("[]");
        case "accepted":
          return void response.writeHead(202).end();
      }
    },
  });
}
