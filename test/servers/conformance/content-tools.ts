/** Tools whose results show every kind of content, and the ways in which a call can end. */
import { fromJsonSchema, type McpServer } from "@modelcontextprotocol/server";
import { RED_PIXEL, SHORT_SILENCE } from "./samples.ts";

/** Keywords that a careless hop strips from a schema. */
const SCHEMA_2020_12 = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema; nobody awaits this object
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

/** A parameter that clients must repeat in an HTTP header. */
const MIRRORED_PARAMETER = {
  type: "object",
  properties: { region: { type: "string", "x-mcp-header": "Region" }, query: { type: "string" } },
  required: ["region"],
};

export function registerContentTools(server: McpServer): void {
  server.registerTool("test_simple_text", { description: "Answers with text." }, () => ({
    content: [{ type: "text", text: "This is a simple text response for testing." }],
  }));
  server.registerTool("test_image_content", { description: "Answers with an image." }, () => ({
    content: [{ type: "image", data: RED_PIXEL, mimeType: "image/png" }],
  }));
  server.registerTool("test_audio_content", { description: "Answers with sound." }, () => ({
    content: [{ type: "audio", data: SHORT_SILENCE, mimeType: "audio/wav" }],
  }));
  server.registerTool("test_embedded_resource", { description: "Answers with a resource." }, () => ({
    content: [
      {
        type: "resource",
        resource: {
          uri: "test://embedded-resource",
          mimeType: "text/plain",
          text: "This is an embedded resource content.",
        },
      },
    ],
  }));
  server.registerTool("test_multiple_content_types", { description: "Answers with all of them." }, () => ({
    content: [
      { type: "text", text: "Multiple content types test:" },
      { type: "image", data: RED_PIXEL, mimeType: "image/png" },
      {
        type: "resource",
        resource: {
          uri: "test://mixed-content-resource",
          mimeType: "application/json",
          text: JSON.stringify({ test: "data", value: 123 }),
        },
      },
    ],
  }));
  server.registerTool("test_error_handling", { description: "Always fails." }, () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
  server.registerTool(
    "json_schema_2020_12_tool",
    {
      description: "Tool with JSON Schema 2020-12 features",
      inputSchema: fromJsonSchema(SCHEMA_2020_12),
    },
    (args) => ({ content: [{ type: "text", text: JSON.stringify(args) }] }),
  );
  server.registerTool(
    "test_x_mcp_header",
    {
      description: "Has a parameter that stands in a header too.",
      inputSchema: fromJsonSchema(MIRRORED_PARAMETER),
    },
    (args) => ({ content: [{ type: "text", text: JSON.stringify(args) }] }),
  );
}
