/** Starts a process in a session of its own that holds its stdout and ignores SIGTERM; stops politely itself. */
import { spawn } from "node:child_process";
import { reply, serveRaw } from "./raw-server.ts";

spawn("sh", ["-c", "trap '' TERM; sleep 300; sleep 300"], {
  detached: true,
  stdio: ["ignore", "inherit", "inherit"],
}).unref();
serveRaw({ call: ({ id }) => reply(id, "ok") });
