/**
 * A small host for tests that kill it: connects to servers that are hard to get rid of, each behind a shell, prints
 * the mark of its processes and then "ready", and waits. With "exit" it calls process.exit as soon as it is ready;
 * with "close" it closes everything and must then end by itself.
 */
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { boxId } from "../../../src/util/processes/box-marker.ts";
import { StdioTransport } from "../../../src/upstream/transports/stdio/stdio-transport.ts";
import { watchdog } from "../../../src/util/processes/watchdog.ts";

const FIXTURES = ["ignore-term", "orphan-setsid", "hang", "orphan", "ignore-term"];
const [what = "wait", count = "10"] = process.argv.slice(2);
const folder = join(import.meta.dirname, "..", "..", "servers", "misbehaving");

console.log(boxId);
const clients = await Promise.all(Array.from({ length: Number(count) }, (_none, index) => connect(index)));
console.log(`ready ${watchdog.pid}`);
if (what === "exit") process.exit(0);
if (what === "close") await Promise.all(clients.map((client) => client.close()));
else setInterval(() => {}, 1_000);

async function connect(index: number): Promise<Client> {
  const file = join(folder, `${FIXTURES[index % FIXTURES.length]}.ts`);
  // A wrapper that stays, as npx does: the server is a grandchild.
  const script = `"${process.execPath}" "${file}"; exit $?`;
  const transport = new StdioTransport({ server: `s${index}`, command: "sh", args: ["-c", script] });
  const client = new Client({ name: "host", version: "1.0.0" });
  await client.connect(transport);
  return client;
}
