/** Starts a process that holds its stdout and outlives it, then exits with code 4 in the middle of a call. */
import { spawn } from "node:child_process";
import { serveRaw } from "./raw-server.ts";

spawn("sleep", ["300"], { stdio: ["ignore", "inherit", "inherit"] });
serveRaw({ call: () => process.exit(4) });
