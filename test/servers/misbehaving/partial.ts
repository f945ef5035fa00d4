/** Writes its reply one byte at a time, also in the middle of characters. */
import { serveRaw, textResult, write } from "./raw-server.ts";

serveRaw({
  call: ({ id }) => {
    const line = `${JSON.stringify({ jsonrpc: "2.0", id, result: textResult("naïve 日本語 🎣") })}\n`;
    for (const byte of Buffer.from(line)) write(Uint8Array.of(byte));
  },
});
