/** Answers `initialize` with a protocol version that does not exist, and capabilities that are no object. */
import { send, serveRaw } from "./raw-server.ts";

serveRaw({
  initialize: ({ id }) => {
    const serverInfo = { name: "raw", version: "1.0.0" };
    send({ jsonrpc: "2.0", id, result: { protocolVersion: "1999-01-01", capabilities: "all", serverInfo } });
  },
  call: () => {},
});
