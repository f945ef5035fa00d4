/** JSON-RPC lines over the stdin and stdout of a child that somebody else starts and ends. */
import type { Readable, Writable } from "node:stream";
import { shakeHands, type Client } from "./client.ts";
import { paramsOf, type Era } from "./era.ts";
import { readLines } from "./lines.ts";
import { Pending } from "./pending.ts";

export interface Pipes {
  readonly stdin: Writable;
  readonly stdout: Readable;
}

export async function openStdioClient({ stdin, stdout }: Pipes, era: Era): Promise<Client> {
  const pending = new Pending();
  const write = (message: object) => stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  readLines(stdout, (lines) => {
    for (const line of lines) if (line.startsWith("{")) pending.receive(line);
  });
  stdout.once("end", () => pending.end(new Error("its stdout ended")));
  stdin.on("error", (error) => pending.end(error));

  const client: Client = {
    request: (method, params) =>
      pending.request(method, (id) => write({ id, method, params: paramsOf(era, params) })),
    notify: async (method) => {
      write({ method });
    },
    close: async () => {},
  };
  if (era === "legacy") await shakeHands(client);
  return client;
}
