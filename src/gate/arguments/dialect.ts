/**
 * Which JSON Schema does `$schema` name? 2020-12 is the default of MCP. Older drafts are read too, because real servers
 * send them; an unknown dialect could give known keywords another meaning, so nothing is checked by it.
 */

export interface Dialect {
  /** Up to draft-07, everything beside a `$ref` is ignored. */
  readonly refStandsAlone: boolean;
}

/** The dialect, or undefined when it is none that we know. */
export function dialectOf(schemaUri: unknown): Dialect | undefined {
  if (typeof schemaUri !== "string" || schemaUri.trim() === "") return { refStandsAlone: false };
  const uri = schemaUri.trim().slice(0, MAX_LENGTH);
  if (LEGACY.test(uri)) return { refStandsAlone: true };
  return CURRENT.test(uri) ? { refStandsAlone: false } : undefined;
}

const MAX_LENGTH = 200;
const LEGACY = /^https?:\/\/json-schema\.org\/draft-0[3-7]\/(?:hyper-)?schema#?$/i;
const CURRENT =
  /^https?:\/\/(?:json-schema\.org\/(?:draft\/(?:2019-09|2020-12|next)\/)?schema|spec\.openapis\.org\/oas\/3\.1\/dialect\/[\w-]+)\/?#?$/i;
