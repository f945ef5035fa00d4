/**
 * The shapes in which a known secret may turn up in a text. Escapes that differ from writer to writer (which characters
 * become `%2F` or `\u002f`) are undone by `decode-views.ts`; here are the exact forms and those that hide the letters.
 */
import { MASK } from "./mask.ts";

/** Shorter values, and shorter pieces of a value, are not looked for. */
export const MIN_SECRET_LENGTH = 6;

/** A line of a secret with several lines (a private key) is looked for by itself when it is at least this long. */
const MIN_LINE_LENGTH = 16;

/** All strings that give the secret away when they appear. */
export function secretForms(secret: string): string[] {
  const forms = pieces(secret).flatMap((piece) => [
    piece,
    JSON.stringify(piece).slice(1, -1),
    ...urlForms(piece),
    ...base64Forms(piece),
    ...hexForms(piece),
  ]);
  return [...new Set(forms)].filter((form) => form.length >= MIN_SECRET_LENGTH && !MASK.includes(form));
}

/** The value, the value without the blanks around it, and its long lines: logs are written line by line. */
function pieces(secret: string): string[] {
  const lines = secret
    .split(/[\r\n]+/)
    .filter((line) => line.length >= MIN_LINE_LENGTH && !line.startsWith("-----"));
  return [secret, secret.trim(), ...lines];
}

function urlForms(piece: string): string[] {
  // A lone surrogate has no URL form; encodeURIComponent would throw.
  const encoded = encodeURIComponent(piece.toWellFormed());
  const form = encoded.replaceAll("%20", "+");
  return [encoded, lowerHex(encoded), form, lowerHex(form), piece.replaceAll(" ", "+")];
}

function lowerHex(encoded: string): string {
  return encoded.replace(/%../g, (escape) => escape.toLowerCase());
}

/**
 * Base64 of the secret, also in the middle of something longer: three bytes make four letters, so there are three
 * alignments. Letters at the edges that also depend on the neighbours are left out.
 */
function base64Forms(piece: string): string[] {
  const bytes = Buffer.from(piece, "utf8");
  const cores = [0, 1, 2].map((shift) => {
    const letters = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
    const firstWhole = Math.ceil((shift * 8) / 6);
    const endWhole = Math.floor(((shift + bytes.length) * 8) / 6);
    return letters.slice(firstWhole, endWhole);
  });
  return [...cores, ...cores.map((core) => core.replaceAll("+", "-").replaceAll("/", "_"))];
}

function hexForms(piece: string): string[] {
  const hex = Buffer.from(piece, "utf8").toString("hex");
  return [hex, hex.toUpperCase()];
}
