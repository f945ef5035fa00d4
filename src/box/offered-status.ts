/** How the servers of a box are, each with the number of tools that its filters leave: what can be called counts. */
import { describeHiddenResources } from "../catalog/hidden-resources.ts";
import type { ServerStatus } from "../types.ts";
import type { Box } from "./box.ts";

export interface OfferedStatus {
  readonly servers: readonly ServerStatus[];
  /** What else a person should know of them. */
  readonly remarks: readonly string[];
}

export function offeredStatus(box: Pick<Box, "status" | "catalog">): OfferedStatus {
  const counts = new Map<string, number>();
  for (const { server } of box.catalog.tools) counts.set(server, (counts.get(server) ?? 0) + 1);
  const servers = box.status().map((status) => ({ ...status, tools: counts.get(status.name) ?? 0 }));
  return { servers, remarks: describeHiddenResources(box.catalog.resources) };
}
