import { describe, expect, it } from "vitest";
import { isLoopbackAddress, LOOPBACK_HOSTS, refuseAtDoor } from "./endpoint.ts";

const rules = { hosts: LOOPBACK_HOSTS, origins: new Set(["https://tools.example"]) };

describe("the door of a gateway on loopback", () => {
  it.each([
    ["its own address", { host: "127.0.0.1:4747" }],
    ["its own name, however it is written", { host: "LocalHost:80" }],
    ["its own address of the other family", { host: "[::1]:4747" }],
    ["a page on this machine", { host: "localhost", origin: "http://localhost:5173" }],
    ["a page that was allowed", { host: "localhost", origin: "https://tools.example" }],
  ])("is open for %s", (_what, headers) => {
    expect(refuseAtDoor(headers, rules)).toBeUndefined();
  });

  it.each([
    ["a name that somebody pointed at it", { host: "evil.example:4747" }],
    ["no name at all", {}],
    ["a name with something hidden in it", { host: "localhost@evil.example" }],
    ["a page elsewhere", { host: "localhost", origin: "http://evil.example" }],
    ["a page without an origin", { host: "localhost", origin: "null" }],
    [
      "a page that only begins like one of ours",
      { host: "localhost", origin: "http://localhost.evil.example" },
    ],
    ["an origin with a path", { host: "localhost", origin: "http://localhost/x" }],
    ["an origin with a user", { host: "localhost", origin: "http://localhost@evil.example" }],
    ["two origins", { host: "localhost", origin: "http://localhost, http://evil.example" }],
  ])("is closed for %s", (_what, headers) => {
    expect(refuseAtDoor(headers, rules)).toEqual(expect.any(String));
  });
});

it("knows which addresses are this machine alone", () => {
  expect(["127.0.0.1", "127.9.9.9", "::1", "localhost"].map(isLoopbackAddress)).not.toContain(false);
  expect(["0.0.0.0", "::", "192.168.0.1", "127.0.0.1.evil.example"].map(isLoopbackAddress)).not.toContain(
    true,
  );
});
