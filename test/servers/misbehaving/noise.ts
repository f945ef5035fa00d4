/** Prints banners, colours, blank lines and JSON that is not JSON-RPC between its replies. */
import { reply, serveRaw, write } from "./raw-server.ts";

const NOISE = [
  "Server starting…",
  "\u001B[32m✔ ready\u001B[0m",
  "",
  "   ",
  "null",
  "42",
  '"text"',
  "[]",
  "[1,2]",
  "{}",
  '{"level":30,"id":0,"msg":"a log line"}',
  '{"jsonrpc":"2.0"}',
  '{"jsonrpc":"1.0","method":"x"}',
  "{broken",
  "\u0000\u0007",
];

write(`${NOISE.join("\n")}\n`);
serveRaw({
  call: ({ id }) => {
    write(`${NOISE.join("\r\n")}\r\n`);
    reply(id, "quiet");
    write(`${NOISE.join("\n")}\n`);
  },
});
