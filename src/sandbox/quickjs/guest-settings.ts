/** What the inside is told at the start of a run, as JSON. */
import type { Namespace } from "../executor.ts";
import type { GuestSettings, NameEntry } from "./guest/guest-host.ts";
import type { Job } from "./messages.ts";

export function guestSettings({ namespaces, functions, limits }: Job): string {
  const settings: GuestSettings = {
    namespaces: asEntries(namespaces),
    functions,
    textLength: limits.consoleBytes,
    resultLength: limits.resultBytes,
  };
  return JSON.stringify(settings);
}

function asEntries(namespace: Namespace): NameEntry[] {
  return [...namespace].map(([name, value]) => [name, typeof value === "string" ? value : asEntries(value)]);
}
