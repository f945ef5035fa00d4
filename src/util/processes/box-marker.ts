/**
 * The marks that every process we start carries in its environment, so that it and whatever it starts can be found
 * again on Linux, even after it left its process group. They are random, not secret.
 */
import { randomBytes } from "node:crypto";

/** Says which Tacklebox process started this; the watchdog looks for it. */
export const BOX_VARIABLE = "TACKLEBOX_BOX";
/** Says which start of which server this belongs to; the stop ladder looks for it. */
export const SERVER_VARIABLE = "TACKLEBOX_SERVER";

/** One id for the lifetime of this process. */
export const boxId = randomBytes(12).toString("hex");

let starts = 0;

/** A mark that no other start of a server has, in this process or another. */
export function nextServerMark(): string {
  starts += 1;
  return `${boxId}.${starts}`;
}
