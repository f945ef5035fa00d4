/** Which addresses a server may have. Kept here so that checking a file and connecting refuse the same ones. */

/** What is wrong: it is no URL, or not one of the web, or it holds a password that logs and proxies would see. */
export type AddressFault = "not-a-url" | "protocol" | "credentials";

export function addressFault(url: string): AddressFault | undefined {
  const parsed = URL.parse(url);
  if (parsed === null) return "not-a-url";
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:") return "protocol";
  return parsed.username === "" && parsed.password === "" ? undefined : "credentials";
}
