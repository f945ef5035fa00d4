import { expect, it } from "vitest";
import { routeOf } from "./route.ts";

it.each([
  ["/mcp", { kind: "profile", profile: "default" }],
  ["/mcp?token=x", { kind: "profile", profile: "default" }],
  ["/mcp/work", { kind: "profile", profile: "work" }],
  ["/servers/a%20b/mcp", { kind: "server", server: "a b" }],
  ["/healthz", { kind: "health" }],
])("knows %s", (url, route) => {
  expect(routeOf(url)).toEqual(route);
});

it.each([
  "/mcp/",
  "/MCP",
  "/mcp/../servers",
  "/mcp/a/b",
  "/servers//mcp",
  "/servers/%zz/mcp",
  "/__proto__",
  "/constructor",
])("leads nowhere from %s", (url) => {
  expect(routeOf(url)).toBeUndefined();
});
