import { expect, it } from "vitest";
import { newToken } from "../../gate/token-text.ts";
import type { KnownToken } from "../../gate/tokens.ts";
import { admitByToken } from "./admit-by-token.ts";
import { routeOf } from "./route.ts";

function doorFor(profiles: readonly string[] | undefined) {
  const { id, text, hash } = newToken();
  const token: KnownToken = { id, hash, name: "ci", profiles, expiresAt: undefined, rate: undefined };
  const door = admitByToken((wanted) => (wanted === id ? token : undefined), { isRequired: true });
  return (path: string, authorization = `Bearer ${text}`) =>
    door.admit(authorization, routeOf(path) ?? { kind: "home" }).kind;
}

const PATHS = ["/mcp", "/mcp/default", "/mcp/build", "/mcp/other", "/servers/x/mcp", "/metrics", "/"];

it.each([
  ["no limit", undefined, PATHS],
  ["one profile", ["build"], ["/mcp/build", "/"]],
  ["the default profile", ["default"], ["/mcp", "/mcp/default", "/"]],
])("a token with %s opens its addresses and is forbidden at the others", (_limit, profiles, opened) => {
  const admit = doorFor(profiles);
  for (const path of PATHS)
    expect(`${path} ${admit(path)}`).toBe(`${path} ${opened.includes(path) ? "admitted" : "forbidden"}`);
});

it("a token that nobody knows is unknown at every address, before its limits are looked at", () => {
  const admit = doorFor(["build"]);
  for (const path of PATHS) expect(admit(path, `Bearer ${newToken().text}`)).toBe("unknown");
});
