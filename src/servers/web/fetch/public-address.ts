/**
 * Which addresses belong to the public internet. All that is reserved, private, local, shared, translated or tunnelled
 * is not: behind it may be this machine, its network, or the credentials service of a cloud.
 */
import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";

/** From the IANA registries of special-purpose addresses, with what lies in public space but must not be reached. */
const NOT_PUBLIC_4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10", // shared by providers; clouds keep metadata there
  "127.0.0.0/8",
  "168.63.129.16/32", // Azure's service for its own machines
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

/** Only this part of IPv6 is in use for the public, … */
const PUBLIC_6 = "2000::/3";

/** … except for these, some of which carry an IPv4 address that would have to be judged anew. */
const NOT_PUBLIC_6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

const notPublic = listOf([...NOT_PUBLIC_4, ...NOT_PUBLIC_6]);
const public6 = listOf([PUBLIC_6]);

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  if (isOwnAddress(address)) return false;
  if (family === 4) return !notPublic.check(address, "ipv4");
  // Mapped (::ffff:127.0.0.1), translated (64:ff9b::…), unique local, link-local, multicast: all outside the public part.
  const [plain = ""] = address.split("%");
  return public6.check(plain, "ipv6") && !notPublic.check(plain, "ipv6");
}

/** A machine can have a public address, and answer itself there on ports that a firewall hides from others. */
function isOwnAddress(address: string): boolean {
  return Object.values(networkInterfaces()).some((all) => all?.some((own) => own.address === address));
}

function listOf(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = "", bits = "0"] = subnet.split("/");
    list.addSubnet(network, Number(bits), network.includes(":") ? "ipv6" : "ipv4");
  }
  return list;
}
