/** The revisions of the protocol that clients may speak, newest first. */

export const MODERN_VERSION = "2026-07-28";

export const LEGACY_VERSIONS: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/** The revision that a legacy client is answered with: its own if we speak it, else our newest. */
export function negotiateLegacy(asked: unknown): string {
  return LEGACY_VERSIONS.find((version) => version === asked) ?? LEGACY_VERSIONS[0] ?? "2025-11-25";
}

export const META = {
  protocolVersion: "io.modelcontextprotocol/protocolVersion",
  clientInfo: "io.modelcontextprotocol/clientInfo",
  clientCapabilities: "io.modelcontextprotocol/clientCapabilities",
  logLevel: "io.modelcontextprotocol/logLevel",
  serverInfo: "io.modelcontextprotocol/serverInfo",
  subscriptionId: "io.modelcontextprotocol/subscriptionId",
} as const;
