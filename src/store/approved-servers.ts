/**
 * The project servers that a person approved: a small file of its own, because every command that shows servers reads it
 * and must not pay for opening a database. It holds fingerprints, never definitions.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf, TackleError } from "../errors.ts";
import { stateFolder, type Environment } from "../util/paths.ts";

export interface ApprovedServer {
  readonly fingerprint: string;
  /** For people who read the file; approval does not depend on them. */
  readonly name: string;
  readonly file: string;
  readonly approvedAt: string;
}

export function readApprovedServers(env: Environment): readonly ApprovedServer[] {
  const path = approvedServersFile(env);
  if (!existsSync(path)) return [];
  try {
    const content: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (Array.isArray(content)) return content.filter(isApprovedServer);
    throw new TypeError("it does not hold a list");
  } catch (error) {
    // Approvals that cannot be read must not turn into approvals.
    throw new TackleError({
      code: "config",
      message: `${path} cannot be read: ${messageOf(error)}`,
      hint: `Remove the file; 'tackle trust' then asks again for each project's servers.`,
      cause: error,
    });
  }
}

export function approvedServersFile(env: Environment): string {
  return join(stateFolder(env), "approved-servers.json");
}

function isApprovedServer(value: unknown): value is ApprovedServer {
  if (typeof value !== "object" || value === null) return false;
  return "fingerprint" in value && typeof value.fingerprint === "string";
}
