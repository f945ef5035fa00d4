/**
 * Who counts as one client where limits are for each: whoever a token proves it to be, else the address it comes from.
 * Nothing that a client says of itself counts, because it could say something else each time.
 */

/** A principal is never taken for an address: it ends in an id that is longer than any part of one. */
export function clientKey(principal: string | undefined, address: string | undefined): string {
  return principal ?? networkOf(address ?? "unknown");
}

/** An IPv6 host has a whole network of addresses to choose from, so the network counts. */
function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [whole = ""] = address.split("%"); // without the name of an interface
  const [head = "", tail] = whole.split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - groups.length - after.length }, () => "0");
  return `${[...groups, ...zeros, ...after].slice(0, 4).join(":")}::/64`;
}
