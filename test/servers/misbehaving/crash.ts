/** Exits with code 3 in the middle of a call; its last words hold a secret from its environment. With an argument: kills itself with that signal. */
import { serveRaw } from "./raw-server.ts";

const signal = process.argv[2];

serveRaw({
  call: () => {
    process.stderr.write(
      `fatal: cannot reach the database with ${process.env["TOKEN"] ?? "no token"}\n`,
      () => {
        if (signal === undefined) process.exit(3);
        process.kill(process.pid, signal);
      },
    );
  },
});
