/** What the inside is told at the start of a run, as JSON. */
import type { GuestSettings } from "./guest/guest-host.ts";
import type { Job } from "./messages.ts";

export function guestSettings({ functions, limits }: Job): string {
  const settings: GuestSettings = {
    functions,
    textLength: limits.consoleBytes,
    resultLength: limits.resultBytes,
  };
  return JSON.stringify(settings);
}
