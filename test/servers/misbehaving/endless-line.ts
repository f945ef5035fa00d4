/** Answers a call with a line that never ends. */
import { serveRaw } from "./raw-server.ts";

serveRaw({
  call: () => {
    const block = Buffer.alloc(1024 * 1024, "x");
    const more = (): boolean => process.stdout.write(block, () => void more());
    more();
  },
  isStubborn: true,
});
