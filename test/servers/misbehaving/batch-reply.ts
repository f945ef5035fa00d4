/** Sends a progress notification and its reply as one batch, as revision 2025-03-26 allowed. */
import { progress, serveRaw, textResult, write } from "./raw-server.ts";

serveRaw({
  call: (request) => {
    const messages = [
      JSON.parse(progress(request, 1)),
      { jsonrpc: "2.0", id: request.id, result: textResult("batched") },
    ];
    write(`${JSON.stringify(messages)}\n`);
  },
});
