/** Streamable HTTP over keep-alive sockets: one request on a socket at a time, answers as JSON or as a short event stream. */
import { Agent, request as send, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import { shakeHands, type Client } from "./client.ts";
import { modernHeaders, paramsOf, resultOf, type Era, type Params } from "./era.ts";
import { parseMessage, type Message } from "./message.ts";

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

export interface HttpRequest {
  readonly method: "POST" | "DELETE";
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
}

/** Keep-alive connections to one address; they end with the one who listens there. */
export class HttpPool {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256, maxFreeSockets: 256 });
  readonly #target: { readonly host: string; readonly port: string; readonly path: string };

  constructor(url: string) {
    const { hostname, port, pathname, search } = new URL(url);
    this.#target = { host: hostname, port, path: pathname + search };
  }

  send({ method, headers, body }: HttpRequest): Promise<HttpAnswer> {
    return new Promise((done, fail) => {
      const request = send({ ...this.#target, agent: this.#agent, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.once("error", fail);
        response.once("end", () => {
          const text = Buffer.concat(chunks).toString();
          done({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      });
      request.once("error", fail);
      request.end(body);
    });
  }
}

const DATA = "data:";

/** The answer to a request, which is the last message of the body; progress comes before it. */
export function answerIn({ status, headers, text }: HttpAnswer): Message {
  if (status !== 200) throw new Error(`HTTP ${status}: ${text.slice(0, 300)}`);
  if (!headers["content-type"]?.startsWith("text/event-stream")) return parseMessage(text);
  const start = text.startsWith(DATA) ? 0 : text.lastIndexOf(`\n${DATA}`) + 1;
  const end = text.indexOf("\n", start);
  return parseMessage(text.slice(start + DATA.length, end === -1 ? undefined : end));
}

/** A client on its own session, where the era has sessions; closing it ends the session and leaves the pool to others. */
export async function openHttpClient(pool: HttpPool, era: Era): Promise<Client> {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  let lastId = 0;

  const post = (message: object, extra: Readonly<Record<string, string>>) => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    return pool.send({
      method: "POST",
      headers: { ...headers, ...extra, "content-length": Buffer.byteLength(body) },
      body,
    });
  };

  const client: Client = {
    request: async (method, params: Params) => {
      lastId += 1;
      const answer = await post(
        { id: lastId, method, params: paramsOf(era, params) },
        era === "modern" ? modernHeaders(method, params) : {},
      );
      const session = answer.headers["mcp-session-id"];
      if (typeof session === "string") headers["mcp-session-id"] = session;
      return resultOf(method, answerIn(answer));
    },
    notify: async (method) => {
      const { status } = await post({ method }, {});
      if (status !== 202) throw new Error(`${method} was answered with HTTP ${status}`);
    },
    close: async () => {
      if (headers["mcp-session-id"] !== undefined) await pool.send({ method: "DELETE", headers, body: "" });
    },
  };
  if (era === "legacy") headers["mcp-protocol-version"] = await shakeHands(client);
  return client;
}
