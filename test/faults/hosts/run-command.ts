/** A small host for tests that kill it: runs a command with the built-in server `bash` that would never end. */
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { createBashServer } from "../../../src/servers/bash/bash-server.ts";

const [command = "sleep 300"] = process.argv.slice(2);
const [ours, theirs] = InMemoryTransport.createLinkedPair();
const client = new Client({ name: "host", version: "1.0.0" });
await createBashServer().start(theirs);
await client.connect(ours);
await client.callTool({ name: "execute", arguments: { command, timeout: 500 } }, { timeout: 600_000 });
