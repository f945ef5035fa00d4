/**
 * The terms of what a server is called and of what it says of itself. Both are the server's own words, and untrusted: a text
 * is cut, and a word counts once however often it is said.
 */
import { termsOf } from "../text/terms.ts";

/** The terms of a server's name, without what half of all servers are called. */
export function serverTerms(name: string): readonly string[] {
  const terms = termsOf(name);
  const telling = terms.filter((term) => !COMMON_IN_SERVERS.has(term));
  return telling.length > 0 ? telling : terms;
}

const COMMON_IN_SERVERS: ReadonlySet<string> = new Set(termsOf("mcp server tool service api"));

/** Enough for a description and for the beginning of instructions, which go on about how to use the tools. */
const MAX_ABOUT = 1000;

/** The terms of what a server says of itself, each once. */
export function aboutTerms(text: string): readonly string[] {
  const telling = text.slice(0, MAX_ABOUT).replace(PROTOCOL, " ");
  return [...new Set(termsOf(telling))].filter((term) => !COMMON_IN_SERVERS.has(term));
}

/** Each of the three words means something elsewhere. */
const PROTOCOL = /model[\s-]*context[\s-]*protocol/gi;
