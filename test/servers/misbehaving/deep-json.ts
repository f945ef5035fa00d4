/** Replies with JSON nested a million levels deep. */
import { serveRaw, write } from "./raw-server.ts";

const LEVELS = 1_000_000;

serveRaw({
  call: ({ id }) => {
    write(
      `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"deep":${"[".repeat(LEVELS)}${"]".repeat(LEVELS)}}}\n`,
    );
  },
});
