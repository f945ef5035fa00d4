/** Writes as many mebibytes to stderr as its first argument says, 100 by default, before it answers a call. */
import { writeSync } from "node:fs";
import { reply, serveRaw } from "./raw-server.ts";

const mebibytes = Number(process.argv[2] ?? 100);
const block = Buffer.from("a line of sixty-three characters that says nothing of interest.\n".repeat(1024));

serveRaw({
  call: ({ id }) => {
    for (let left = mebibytes * 16; left > 0;) left -= writeSync(2, block) / block.length;
    writeSync(2, "the very last line\n");
    reply(id, "flooded");
  },
});
