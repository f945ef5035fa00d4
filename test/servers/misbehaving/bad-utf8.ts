/** Replies with bytes that are not UTF-8, behind a byte order mark, and with CRLF line ends. */
import { serveRaw, textResult, write } from "./raw-server.ts";

write("\uFEFF");
serveRaw({
  call: ({ id }) => {
    const [before = "", after = ""] = JSON.stringify({ jsonrpc: "2.0", id, result: textResult("<>") }).split(
      "<>",
    );
    write(
      Buffer.concat([
        Buffer.from(before),
        Buffer.from([0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80]),
        Buffer.from(after),
      ]),
    );
    write("\r\n");
  },
});
