/** In the middle of a call asks something of its own, under the very id of the call. */
import { reply, send, serveRaw } from "./raw-server.ts";

serveRaw({
  call: ({ id }) => {
    send({ jsonrpc: "2.0", id, method: "sampling/createMessage", params: { messages: [], maxTokens: 1 } });
    setTimeout(() => reply(id, "unaffected"), 50);
  },
});
