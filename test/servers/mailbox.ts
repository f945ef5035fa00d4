/**
 * A well-behaved server for one account of a service, named by its first argument. Two of them have the same addresses for
 * different things: `mail://inbox`, `mail://messages/1`; and `mail://messages/ACCOUNT` is in one of them only.
 */
import { McpServer, ProtocolError, ResourceTemplate } from "@modelcontextprotocol/server";
import { z } from "zod";
import { serveIfMain } from "./serve-if-main.ts";

const account = process.argv[2] ?? "somebody";

export function createServer(): McpServer {
  const server = new McpServer({ name: "mailbox", version: "1.0.0" });
  const contents = (uri: URL, text: string) => ({ contents: [{ uri: uri.href, text }] });
  server.registerResource("inbox", "mail://inbox", {}, (uri) => contents(uri, `inbox of ${account}`));
  server.registerResource(
    "message",
    new ResourceTemplate("mail://messages/{id}", { list: undefined }),
    {},
    (uri, { id }) => {
      if (id !== "1" && id !== account) throw new ProtocolError(-32002, `No message ${String(id)}`);
      return contents(uri, `message of ${account}`);
    },
  );
  server.registerTool(
    "latest",
    {
      description: "Refers to the latest message.",
      inputSchema: z.object({ embedded: z.boolean().optional() }),
    },
    ({ embedded = false }) => ({
      content: [
        embedded
          ? { type: "resource", resource: { uri: "mail://inbox", text: "…" } }
          : { type: "resource_link", uri: "mail://messages/1", name: "latest" },
      ],
    }),
  );
  return server;
}

serveIfMain(import.meta, createServer);
