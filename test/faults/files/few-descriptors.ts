/** Calls the server with hardly any descriptors left, then again with enough: run under `ulimit -n`. */
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { readRoots } from "../../../src/servers/files/allowed-roots.ts";
import { createFileMemory } from "../../../src/servers/files/file-memory.ts";
import { createFilesystemServer } from "../../../src/servers/filesystem/filesystem.ts";

const root = process.argv[2] ?? "";
const server = createFilesystemServer({
  roots: await readRoots({ cwd: root, options: {} }),
  memory: createFileMemory(),
});
const [ours, theirs] = InMemoryTransport.createLinkedPair();
const client = new Client({ name: "test", version: "1" });
await server.start(theirs);
await client.connect(ours);
const write = async (content: string): Promise<unknown> =>
  (await client.callTool({ name: "write_file", arguments: { path: "a.txt", content } })).content;

await write("one"); // all that is loaded late is loaded now
const taken: number[] = [];
try {
  for (;;) taken.push(openSync("/dev/null", "r"));
} catch {
  // Now there are none left.
}
const outcomes = [await write("two")];
const freed = taken.splice(0, 1);
for (const descriptor of freed) closeSync(descriptor);
outcomes.push(await write("three"));
for (const descriptor of taken) closeSync(descriptor);
const kept = readFileSync(join(root, "a.txt"), "utf8");
outcomes.push(await write("four"));
process.stdout.write(JSON.stringify({ outcomes, kept, after: readFileSync(join(root, "a.txt"), "utf8") }));
await client.close();
