/** Sends four notifications of progress and the reply in a single write. */
import { progress, serveRaw, textResult, write } from "./raw-server.ts";

serveRaw({
  call: (request) => {
    const result = `${JSON.stringify({ jsonrpc: "2.0", id: request.id, result: textResult("done") })}\n`;
    write([1, 2, 3, 4].map((value) => progress(request, value)).join("") + result);
  },
});
