/** HTTP+SSE, the transport of 2024-11-05: requests are posted, all answers come over one stream that stays open. */
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { shakeHands, type Client } from "./client.ts";
import { HttpPool } from "./http-client.ts";
import { readLines } from "./lines.ts";
import { Pending } from "./pending.ts";

export async function openSseClient(url: string): Promise<Client> {
  const stream = get(url, { headers: { accept: "text/event-stream" }, agent: false });
  const [response] = (await once(stream, "response")) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`HTTP ${response.statusCode} for the event stream`);
  const pending = new Pending();
  const endpoint = new Promise<string>((found) => {
    readLines(response, (lines) => {
      for (const line of lines) {
        if (!line.startsWith("data:")) continue;
        const data = line.slice(5).trim();
        if (data.startsWith("{")) pending.receive(data);
        else found(data);
      }
    });
  });
  stream.on("error", (error) => pending.end(error));
  response.on("error", (error) => pending.end(error));
  response.once("end", () => pending.end(new Error("its event stream ended")));

  const pool = new HttpPool(new URL(await endpoint, url).href);
  const post = async (message: object) => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const { status, text } = await pool.send({ method: "POST", headers, body });
    if (status !== 202) pending.end(new Error(`HTTP ${status}: ${text.slice(0, 300)}`));
  };
  const client: Client = {
    request: (method, params) =>
      pending.request(method, (id) => {
        post({ id, method, params }).catch((error: unknown) => pending.end(error as Error));
      }),
    notify: (method) => post({ method }),
    close: async () => {
      stream.destroy();
    },
  };
  await shakeHands(client);
  return client;
}
