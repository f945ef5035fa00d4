/** Replies with as many mebibytes as its first argument says, 20 by default; with `id-last` it puts the id at the end. */
import { reply, serveRaw, textResult, write } from "./raw-server.ts";

const mebibytes = Number(process.argv[2] ?? 20);
const isIdLast = process.argv[3] === "id-last";

serveRaw({
  call: ({ id, params }) => {
    if (params.arguments?.["small"] === true) return reply(id, "small");
    const result = textResult("x".repeat(mebibytes * 1024 * 1024));
    write(`${JSON.stringify(isIdLast ? { result, jsonrpc: "2.0", id } : { jsonrpc: "2.0", id, result })}\n`);
  },
});
