/** What a server is, as one short value: approvals and pins are for a server as it is defined, not for its name. */
import type { Config } from "../config/config.ts";
import { fingerprint } from "../gate/trust.ts";

export function serverFingerprint(server: string, config: Config): string {
  const configured = config.servers.get(server);
  if (configured?.status !== "valid") return server;
  const known = computed.get(configured);
  if (known !== undefined) return known;
  const value = fingerprint(configured.subject);
  computed.set(configured, value);
  return value;
}

/** On the path of every call; a configured server never changes. */
const computed = new WeakMap<object, string>();
