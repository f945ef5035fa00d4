/** Reports progress for ever and never replies. */
import { progress, serveRaw, write } from "./raw-server.ts";

serveRaw({
  call: (request) => {
    let value = 0;
    setInterval(() => write(progress(request, (value += 1))), 20);
  },
});
