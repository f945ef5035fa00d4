/** Resources: text, bytes, one from a template, and one that can be watched. */
import { ResourceTemplate, type McpServer } from "@modelcontextprotocol/server";
import { RED_PIXEL } from "./samples.ts";

export function registerResources(server: McpServer): void {
  const fixed = (name: string, mimeType: string, contents: { text: string } | { blob: string }) =>
    server.registerResource(
      name,
      `test://${name}`,
      { description: `A resource: ${name}`, mimeType },
      (uri) => ({
        contents: [{ uri: uri.href, mimeType, ...contents }],
      }),
    );
  fixed("static-text", "text/plain", { text: "This is the content of the static text resource." });
  fixed("static-binary", "image/png", { blob: RED_PIXEL });
  fixed("watched-resource", "text/plain", { text: "Watched resource content" });
  server.registerResource(
    "template",
    new ResourceTemplate("test://template/{id}/data", { list: undefined }),
    { description: "A resource for every id", mimeType: "application/json" },
    (uri, { id }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: "application/json",
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  );
  // Clients of the old era subscribe with requests; what they watch never changes here.
  server.server.setRequestHandler("resources/subscribe", () => ({}));
  server.server.setRequestHandler("resources/unsubscribe", () => ({}));
}
