/** Answers `initialize`, then never reads its stdin again. */
import { send, initializeResult, serveRaw } from "./raw-server.ts";

serveRaw({
  initialize: (request) => {
    send({ jsonrpc: "2.0", id: request.id, result: initializeResult(request) });
    process.stdin.pause();
    // A busy thread reads nothing, whatever the streams had planned.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
  call: () => {},
});
