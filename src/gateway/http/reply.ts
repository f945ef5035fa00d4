/** Short answers over HTTP. */
import { RPC, RpcError } from "../../util/rpc-error.ts";
import { errorMessage, type RequestId } from "../protocol/message.ts";
import { isWhole, type HttpRequest, type HttpResponse } from "./exchange.ts";

export type Headers = Readonly<Record<string, string>>;

export function replyJson(response: HttpResponse, status: number, text: string, headers?: Headers): void {
  if (response.headersSent || response.destroyed) return;
  // A long text is encoded once, not measured and then encoded; a short one goes out together with its headers.
  const body = text.length > LONG ? Buffer.from(text) : text;
  response.writeHead(status, {
    ...headers,
    "content-type": "application/json",
    "content-length": typeof body === "string" ? Buffer.byteLength(body) : body.length,
  });
  response.end(body);
}

const LONG = 16 * 1024;

export function replyText(response: HttpResponse, status: number, text: string, headers?: Headers): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", ...headers });
  response.end(text);
}

export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly code?: number;
  readonly data?: unknown;
  readonly id?: RequestId | undefined;
  readonly headers?: Headers;
}

/** Says no in the words of the protocol. The connection ends where the rest of the request is not wanted. */
export function refuse(response: HttpResponse, refusal: Refusal): void {
  const { status, message, code = RPC.invalidRequest, data, id, headers } = refusal;
  replyJson(response, status, errorMessage(id, new RpcError(code, message, data)), headers);
}

/** Says no without reading what else the client wants to send; the connection is of no use after that. */
export function refuseUnread(request: HttpRequest, response: HttpResponse, refusal: Refusal): void {
  if (isWhole(request) || request.complete || request.method === "GET") return refuse(response, refusal);
  refuse(response, { ...refusal, headers: { ...refusal.headers, connection: "close" } });
  request.resume();
}
