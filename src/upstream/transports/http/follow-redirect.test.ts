import { expect, it } from "vitest";
import { followRedirect } from "./follow-redirect.ts";
import { HttpFault } from "./http-fault.ts";

const from = new URL("https://host:8443/mcp?key=secret");
const base = { server: "remote", from, method: "POST", status: 307, isLast: false };

it.for([
  ["/v2", "https://host:8443/v2"],
  ["?page=2", "https://host:8443/mcp?page=2"],
  ["https://host:8443/x", "https://host:8443/x"],
] as const)("follows a redirect within the origin: %s", ([location, expected]) => {
  expect(String(followRedirect({ ...base, location }))).toBe(expected);
});

it.for([
  "http://host:8443/mcp",
  "https://host/mcp",
  "https://host.evil:8443/mcp",
  "//evil/mcp",
  "https://user:secret@host:8443/mcp",
  "javascript:alert(1)",
  "http://[::ffff:169.254.169.254]/",
  "http://[",
])("refuses to follow, and shows no path or query: %s", (location) => {
  const refused = followRedirect({ ...base, location });
  expect(refused).toBeInstanceOf(HttpFault);
  expect(refused).toMatchObject({ kind: "redirected", server: "remote", status: 307 });
  expect(String(refused)).not.toMatch(/secret|mcp/);
});

it("refuses what would change the method, except for GET", () => {
  for (const status of [301, 302, 303]) {
    expect(followRedirect({ ...base, status, location: "/login" })).toBeInstanceOf(HttpFault);
    expect(followRedirect({ ...base, status, method: "GET", location: "/other" })).toBeInstanceOf(URL);
  }
});

it("leaves other responses alone", () => {
  expect(followRedirect({ ...base, status: 200, location: "/x" })).toBeUndefined();
  expect(followRedirect({ ...base, status: 304, location: "/x" })).toBeUndefined();
  expect(followRedirect({ ...base, location: undefined })).toBeUndefined();
});
