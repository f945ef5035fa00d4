/**
 * Does a glob of the user's policy mean this resource? One resource can be written in several ways (`/a/../b`, `%2e`, upper
 * case in the scheme), and which of them a server takes for the same is up to the server. So all of them count: what takes
 * rights away needs one that matches, what grants them needs every one.
 */
import { matchesGlob } from "../util/glob.ts";

export function mayMeanResource(glob: string, uri: string): boolean {
  return readingsOf(uri).some((reading) => matchesGlob(glob, reading));
}

export function clearlyMeansResource(glob: string, uri: string): boolean {
  return glob === uri || readingsOf(uri).every((reading) => matchesGlob(glob, reading));
}

/** The address as it is written first, then the other ways to read it. */
export function readingsOf(uri: string): readonly string[] {
  const decoded = decode(uri);
  return [...new Set([uri, decoded, normalise(uri), decode(normalise(uri)), normalise(decoded)])];
}

function decode(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri; // a lonely percent sign stands for itself
  }
}

function normalise(uri: string): string {
  return URL.parse(uri)?.href ?? uri;
}
