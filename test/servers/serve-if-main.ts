/** Serves on stdio when the file was started by itself; a file that imports it decides for itself. */
import type { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

export function serveIfMain(meta: ImportMeta, createServer: () => McpServer): void {
  if (meta.main) serveStdio(createServer);
}
