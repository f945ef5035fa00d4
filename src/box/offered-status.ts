/** How the servers of a box are, each with the number of tools that its filters leave: what can be called counts. */
import type { ServerStatus } from "../types.ts";
import type { Box } from "./box.ts";

export function offeredStatus(box: Pick<Box, "status" | "catalog">): readonly ServerStatus[] {
  const counts = new Map<string, number>();
  for (const { server } of box.catalog.tools) counts.set(server, (counts.get(server) ?? 0) + 1);
  return box.status().map((status) => ({ ...status, tools: counts.get(status.name) ?? 0 }));
}
