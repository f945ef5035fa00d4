/** Where a link of a page leads, as an absolute address that a reader may follow; undefined for all else. */

const PROTOCOLS = new Set(["http:", "https:", "mailto:"]);
const MAX_LENGTH = 2_000;

export function linkTarget(reference: string | undefined, base: string): string | undefined {
  if (reference === undefined || reference.length > MAX_LENGTH || reference.trim().startsWith("#"))
    return undefined;
  const url = URL.parse(reference.trim(), base);
  if (url === null || !PROTOCOLS.has(url.protocol) || url.username !== "" || url.password !== "")
    return undefined;
  // The characters that would end the address in Markdown.
  const text = url.href.replaceAll("(", "%28").replaceAll(")", "%29");
  return text.length > MAX_LENGTH ? undefined : text;
}
