/** Never answers a call. */
import { serveRaw } from "./raw-server.ts";

serveRaw({ call: () => {} });
