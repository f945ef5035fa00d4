/** Adds approvals and takes them back, under a lock, so that two terminals lose nothing. */
import { join } from "node:path";
import { atomicWrite } from "../util/atomic-write.ts";
import { withFileLock } from "../util/file-lock.ts";
import { stateFolder, type Environment } from "../util/paths.ts";
import { approvedServersFile, readApprovedServers, type ApprovedServer } from "./approved-servers.ts";

export async function approveServers(env: Environment, servers: readonly ApprovedServer[]): Promise<void> {
  const added = new Set(servers.map((server) => server.fingerprint));
  await update(env, (known) => [...known.filter((server) => !added.has(server.fingerprint)), ...servers]);
}

export async function withdrawApprovals(env: Environment, fingerprints: ReadonlySet<string>): Promise<void> {
  await update(env, (known) => known.filter((server) => !fingerprints.has(server.fingerprint)));
}

async function update(
  env: Environment,
  change: (known: readonly ApprovedServer[]) => readonly ApprovedServer[],
): Promise<void> {
  await withFileLock(join(stateFolder(env), "approved-servers.lock"), {}, async () => {
    const text = `${JSON.stringify(change(readApprovedServers(env)), undefined, 2)}\n`;
    await atomicWrite(approvedServersFile(env), text, { createParents: true, mode: 0o600 });
  });
}
