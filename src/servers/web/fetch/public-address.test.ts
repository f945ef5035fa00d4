import { networkInterfaces } from "node:os";
import { expect, it } from "vitest";
import { isPublicAddress } from "./public-address.ts";

it.for([
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "100.100.100.200",
  "127.0.0.1",
  "127.255.255.254",
  "168.63.129.16",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.192",
  "192.168.1.1",
  "198.18.0.1",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::ffff:8.8.8.8",
  "::127.0.0.1",
  "::ffff:0:127.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b::808:808",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "3fff::1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "ff02::1",
  "not an address",
  "",
])("does not take %s for public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.for([
  "8.8.8.8",
  "1.1.1.1",
  "93.184.216.34",
  "172.32.0.1",
  "100.128.0.1",
  "2606:4700:4700::1111",
  "2a00:1450::1",
])("takes %s for public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it("does not take any address of this machine for public", () => {
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  expect(own.filter(({ address }) => isPublicAddress(address))).toEqual([]);
});
