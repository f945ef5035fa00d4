/** Writes terminal escapes, overwritten lines and a secret to stderr, then exits with code 5. */
import { writeSync } from "node:fs";
import { serveRaw } from "./raw-server.ts";

serveRaw({
  call: () => {
    writeSync(2, "\u001B]0;owned\u0007\u001B[2J\u001B[31mred\u001B[0m\n");
    writeSync(2, `safe text\rEVIL \u202Etxt.exe ${process.env["TOKEN"] ?? ""}\n`);
    process.exit(5);
  },
});
