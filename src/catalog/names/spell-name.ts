/**
 * The name of a tool as a pure function of its server and itself: it depends on no order and on no other tool. What cannot
 * be spelled as it is, or could be mistaken for another, ends in a hash of both names.
 */
import type { NamingStrategy, ToolRef } from "../../types.ts";
import { isLegalPart, MAX_NAME_LENGTH, SPELLINGS } from "./spellings.ts";

/** The name that a tool has unless another one in the catalog claims the same. */
export function plainName(strategy: NamingStrategy, ref: ToolRef): string {
  const { overhead, write, isClear } = SPELLINGS[strategy];
  const fits = ref.server.length + ref.tool.length + overhead <= MAX_NAME_LENGTH;
  const isPlain =
    fits &&
    isLegalPart(ref.server) &&
    isLegalPart(ref.tool) &&
    isClear(ref.server) &&
    !LOOKS_HASHED.test(ref.tool);
  return isPlain ? write(ref.server, ref.tool) : hashedName(strategy, ref, 0);
}

/** The name with a hash; each further attempt gives another and longer one. */
export function hashedName(strategy: NamingStrategy, ref: ToolRef, attempt: number): string {
  const { overhead, write } = SPELLINGS[strategy];
  const hash = hashOf(ref, attempt);
  const room = MAX_NAME_LENGTH - overhead - hash.length - 1;
  const server = tidyPart(ref.server, "server");
  // The tool says more than the server: of a name that is too long the server's part is cut first.
  const tool = toolPart(ref.tool).slice(0, room - Math.min(server.length, MIN_SERVER_LENGTH));
  return write(trimPart(server.slice(0, room - tool.length)), `${tool}_${hash}`);
}

const MIN_SERVER_LENGTH = 8;

/** A tool with such a name of its own gets a hash too; so no plain name ever equals a hashed one. */
const LOOKS_HASHED = /(?:^|_)[0-9][a-z2-7]{7}(?:[a-z2-7]{8}(?:[a-z2-7]{16})?)?$/;

/** Of the first attempt and the second; all others have the longest. */
const HASH_LENGTHS = [8, 16];
const LONGEST_HASH = 32;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

/** The first attempt's hashes: a catalog keeps the same objects from one snapshot to the next. */
const firstHashes = new WeakMap<ToolRef, string>();

function hashOf(ref: ToolRef, attempt: number): string {
  const hash = (attempt === 0 ? firstHashes.get(ref) : undefined) ?? computeHash(ref, attempt);
  if (attempt === 0) firstHashes.set(ref, hash);
  return hash;
}

/** A digit, so that no word looks like a hash, and letters of base 32. */
function computeHash({ server, tool }: ToolRef, attempt: number): string {
  // Loaded here because most names need no hash. JSON keeps apart what UTF-8 would not: lone surrogates.
  const { hash } = process.getBuiltinModule("node:crypto");
  const digest = hash("sha256", JSON.stringify([server, tool, attempt]), "buffer");
  let text = String(digest.readUInt8(0) % 10);
  const length = HASH_LENGTHS[attempt] ?? LONGEST_HASH;
  for (let index = 1; index < length; index++) text += ALPHABET.charAt(digest.readUInt8(index) % 32);
  return text;
}

function toolPart(tool: string): string {
  return isLegalPart(tool) ? tool : tidyPart(tool, "tool");
}

/** What is legal of a part, or the fallback when nothing is left that could be recognised. */
function tidyPart(part: string, fallback: string): string {
  const legal = part.slice(0, 4 * MAX_NAME_LENGTH).replace(/[^a-zA-Z0-9-]+/g, "_");
  return trimPart(legal) || fallback;
}

function trimPart(part: string): string {
  return part.replace(/^_+|_+$/g, "");
}
