/**
 * Clients without an SDK: they choose their own request ids, and see every message that comes, also one that was not meant
 * for them.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Program } from "./pairing-clients.ts";

type Values = Readonly<Record<string, unknown>>;
export type Era = "legacy" | "modern";

export interface Reply {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Values;
  readonly result?: Values;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export interface RawClient {
  /** Sends one request, and gives everything that comes for it. */
  send(id: number | string, method: string, params: Values): Promise<readonly Reply[]>;
  /** Everything that came and answers nothing that was asked. */
  readonly strays: readonly Reply[];
  close(): Promise<void>;
}

const VERSIONS = { legacy: "2025-11-25", modern: "2026-07-28" };
const INFO = { name: "raw", version: "1.0.0" };

/** The parameters of a request as the era has them. */
export function paramsOf(era: Era, params: Values): Values {
  if (era === "legacy") return params;
  const envelope = {
    "io.modelcontextprotocol/protocolVersion": VERSIONS.modern,
    "io.modelcontextprotocol/clientInfo": INFO,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return { ...params, _meta: envelope };
}

/** The headers of a POST as the era has them. */
export function headersOf(era: Era, method: string, params: Values): Record<string, string> {
  const name = params["name"] ?? params["uri"];
  return {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": VERSIONS[era],
    ...(era === "modern" ? { "mcp-method": method } : undefined),
    ...(era === "modern" && typeof name === "string" ? { "mcp-name": name } : undefined),
  };
}

export const initializeParams = {
  protocolVersion: VERSIONS.legacy,
  capabilities: {},
  clientInfo: INFO,
};

export async function connectRawHttp(url: string, era: Era): Promise<RawClient> {
  const strays: Reply[] = [];
  let session: Record<string, string> = {};
  const post = (body: Values, method: string): Promise<Response> =>
    fetch(url, {
      method: "POST",
      headers: { ...headersOf(era, method, (body["params"] ?? {}) as Values), ...session },
      body: JSON.stringify({ jsonrpc: "2.0", ...body }),
    });
  if (era === "legacy") {
    const response = await post(
      { id: "start", method: "initialize", params: initializeParams },
      "initialize",
    );
    await response.text();
    session = { "mcp-session-id": response.headers.get("mcp-session-id") ?? "" };
    await (await post({ method: "notifications/initialized" }, "notifications/initialized")).text();
  }
  return {
    strays,
    async send(id, method, params) {
      const response = await post({ id, method, params: paramsOf(era, params) }, method);
      const replies = messagesIn(await response.text(), response.headers.get("content-type") ?? "");
      strays.push(...replies.filter((reply) => reply.id !== id));
      return replies.filter((reply) => reply.id === id);
    },
    async close() {
      if (era === "legacy") await fetch(url, { method: "DELETE", headers: session });
    },
  };
}

export async function connectRawStdio({ command, args, ...options }: Program, era: Era): Promise<RawClient> {
  const child = spawn(command, args, { ...options, stdio: ["pipe", "pipe", "ignore"] });
  const strays: Reply[] = [];
  const waiting = new Map<unknown, (replies: readonly Reply[]) => void>();
  createInterface(child.stdout).on("line", (line) => {
    const reply = JSON.parse(line) as Reply;
    const done = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (done === undefined) strays.push(reply);
    else done([reply]);
  });
  const write = (message: Values): boolean =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const send: RawClient["send"] = (id, method, params) =>
    new Promise((done, fail) => {
      waiting.set(id, done);
      child.once("exit", () => fail(new Error("The program ended")));
      child.setMaxListeners(0);
      write({ id, method, params: paramsOf(era, params) });
    });
  if (era === "legacy") {
    await send("start", "initialize", initializeParams);
    write({ method: "notifications/initialized" });
  }
  return {
    strays,
    send,
    async close() {
      const ended = once(child, "exit");
      child.stdin.end();
      if (child.exitCode === null) await ended;
    },
  };
}

/** The messages of a response, however they came. */
export function messagesIn(text: string, contentType: string): readonly Reply[] {
  if (!contentType.includes("text/event-stream")) return text === "" ? [] : [JSON.parse(text) as Reply];
  return text
    .split("\n")
    .filter((line) => line.startsWith("data:") && line.length > "data: ".length)
    .map((line) => JSON.parse(line.slice("data:".length)) as Reply);
}
