import { expect, it } from "vitest";
import { clientKey } from "./client-key.ts";

it("is who the token says, wherever the client comes from", () => {
  expect(clientKey("laptop:0123456789ab", "10.0.0.1")).toBe(clientKey("laptop:0123456789ab", "10.0.0.2"));
  expect(clientKey("laptop:0123456789ab", "10.0.0.1")).not.toBe(clientKey(undefined, "10.0.0.1"));
});

it.each([
  ["10.0.0.1", "10.0.0.1"],
  ["::ffff:10.0.0.1", "10.0.0.1"],
  ["::1", "0:0:0:0::/64"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::6", "2001:db8:1:2::/64"],
  ["2001:db8::1:2:3:4:5", "2001:db8:0:1::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("of %s without a token is %s", (address, key) => {
  expect(clientKey(undefined, address)).toBe(key);
});

it("of a connection that is gone is one for all of those", () => {
  expect(clientKey(undefined, undefined)).toBe(clientKey(undefined, undefined));
});
