/**
 * Starts the server: on stdio in both eras, with `--legacy` in the old one only; with `--http PORT` over HTTP, and the
 * address on stderr.
 */
import { parseArgs } from "node:util";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { createServer } from "./create-server.ts";

const { values } = parseArgs({ options: { http: { type: "string" }, legacy: { type: "boolean" } } });
if (values.http !== undefined) {
  const { serveConformanceHttp } = await import("./serve-http.ts");
  console.error((await serveConformanceHttp(Number(values.http))).url);
} else if (values.legacy === true) {
  await createServer().connect(new StdioServerTransport());
} else {
  serveStdio(createServer);
}
