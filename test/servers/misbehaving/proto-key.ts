/** Uses the names of JavaScript's prototypes as keys. */
import { serveRaw, write } from "./raw-server.ts";

serveRaw({
  call: ({ id }) => {
    const result =
      '{"content":[{"type":"text","text":"ok"}],"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    write(`{"jsonrpc":"2.0","id":${id},"result":${result},"__proto__":{"polluted":true}}\n`);
  },
});
