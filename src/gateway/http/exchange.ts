/**
 * A request and the response to it, as far as the gateway works with them: those of node:http, or those of the quick way that
 * most requests take (`quick/`).
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";

export type HttpRequest = WholeRequest | StreamedRequest;

interface RequestHead {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly socket: Pick<Socket, "remoteAddress">;
}

/** Came in one piece. */
export interface WholeRequest extends RequestHead {
  readonly body: Buffer;
}

/** Has a body that is still to be read. */
export interface StreamedRequest extends RequestHead, Readable {
  readonly complete: boolean;
}

export function isWhole(request: HttpRequest): request is WholeRequest {
  return "body" in request;
}

export type ResponseHeaders = Readonly<Record<string, string | number>>;

export interface HttpResponse {
  readonly statusCode: number;
  readonly headersSent: boolean;
  readonly destroyed: boolean;
  /** Nothing more will be said. */
  readonly writableEnded: boolean;
  /** And the system has taken all of it. */
  readonly writableFinished: boolean;
  /** Bytes that wait for the client to read. */
  readonly writableLength: number;
  readonly socket: Socket | null;
  writeHead(status: number, headers?: ResponseHeaders): HttpResponse;
  flushHeaders(): void;
  write(text: string): boolean;
  end(body?: string | Buffer): unknown;
  destroy(): unknown;
  /** The response was sent, or its connection is gone. */
  once(event: "close", listener: () => void): unknown;
}
