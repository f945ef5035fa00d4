/** From a path to what is wanted there. */

export type Route =
  | { readonly kind: "profile"; readonly profile: string }
  | { readonly kind: "server"; readonly server: string }
  | { readonly kind: "health" }
  | { readonly kind: "ready" }
  | { readonly kind: "metrics" }
  | { readonly kind: "home" };

/** Where MCP is spoken. */
export type EndpointRoute = Extract<Route, { kind: "profile" | "server" }>;

const NAMED: Readonly<Record<string, Route>> = {
  "/": { kind: "home" },
  "/mcp": { kind: "profile", profile: "default" },
  "/healthz": { kind: "health" },
  "/readyz": { kind: "ready" },
  "/metrics": { kind: "metrics" },
};

/** Undefined for a path that leads nowhere. A query is ignored: nothing is ever taken from it, least of all a token. */
export function routeOf(url: string): Route | undefined {
  const end = url.indexOf("?");
  const path = end === -1 ? url : url.slice(0, end);
  if (Object.hasOwn(NAMED, path)) return NAMED[path];
  const profile = /^\/mcp\/([A-Za-z0-9_.-]{1,64})$/.exec(path)?.[1];
  if (profile !== undefined) return { kind: "profile", profile };
  const server = /^\/servers\/([^/]{1,300})\/mcp$/.exec(path)?.[1];
  const name = server === undefined ? undefined : decoded(server);
  return name === undefined ? undefined : { kind: "server", server: name };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // not a name of anything
  }
}
