/**
 * The least that a gateway can do, and so the measure of one: it parses every message, gives it an id of its own on the way up
 * and the caller's on the way back. One server, sessions of the legacy era, no SDK, no names, no policy, no records, no limits.
 *
 *     node bare-pipe.ts --stdio -- COMMAND ARGS      node bare-pipe.ts --http -- COMMAND ARGS
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readLines } from "./lines.ts";
import { parseMessage, type Message } from "./message.ts";

const [face, , command = "", ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map<Message["id"], (answer: Message) => void>();
let lastId = 0;

readLines(child.stdout, (lines) => {
  for (const line of lines) {
    if (line === "") continue;
    const answer = parseMessage(line);
    const take = waiting.get(answer.id);
    waiting.delete(answer.id);
    take?.(answer);
  }
});
child.once("exit", (code) => process.exit(code ?? 1));

/** Hands a message to the server; what comes back has the id that the message had. */
function forward(message: Message, reply: (text: string) => void): void {
  if (message.id === undefined) {
    child.stdin.write(`${JSON.stringify(message)}\n`);
    return;
  }
  lastId += 1;
  waiting.set(lastId, (answer) => reply(JSON.stringify({ ...answer, id: message.id })));
  child.stdin.write(`${JSON.stringify({ ...message, id: lastId })}\n`);
}

function serveStdio(): void {
  readLines(process.stdin, (lines) => {
    for (const line of lines) {
      if (line !== "") forward(parseMessage(line), (text) => process.stdout.write(`${text}\n`));
    }
  });
  process.stdin.once("end", () => process.exit(0));
}

const sessions = new Set<string>();

function handlePost(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.once("end", () => {
    const message = parseMessage(Buffer.concat(chunks).toString());
    const isFirst = message.method === "initialize";
    const session = isFirst ? randomUUID() : String(request.headers["mcp-session-id"]);
    if (isFirst) sessions.add(session);
    if (!sessions.has(session)) {
      response.writeHead(404).end();
      return;
    }
    if (message.id === undefined) response.writeHead(202).end();
    forward(message, (text) => {
      response.writeHead(200, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(text),
        "mcp-session-id": session,
      });
      response.end(text);
    });
  });
}

function serveHttp(): void {
  const server = createServer((request, response) => {
    if (request.url !== "/mcp") response.writeHead(404).end();
    else if (request.method === "POST") handlePost(request, response);
    else if (request.method === "DELETE") {
      sessions.delete(String(request.headers["mcp-session-id"]));
      response.writeHead(200).end();
    } else response.writeHead(405).end();
  });
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo;
    console.log(JSON.stringify({ url: `http://127.0.0.1:${port}/mcp`, port }));
  });
}

if (face === "--stdio") serveStdio();
else serveHttp();
