/** What a program cannot name because a server is there but cannot be used: it is told so, and not that there is nothing. */
import type { Snapshot } from "../../catalog/snapshot.ts";
import { lonelyCodeName, ROOT, type CodeNameTable } from "../../signature/names/code-name-table.ts";
import { troublesOf, type Trouble, type TroubledServers } from "../trouble.ts";

export interface UnavailableNames extends TroubledServers {
  readonly catalog: Pick<Snapshot, "ofServer">;
}

/** By the name in code: `device.DownMCP`. Where a server's tools are known, what is missing has another reason. */
export function unavailableNames(box: UnavailableNames, table: CodeNameTable): ReadonlyMap<string, Trouble> {
  const all = new Set(box.status().map(({ name }) => name));
  return new Map(
    troublesOf(box, all)
      .filter(({ server }) => box.catalog.ofServer(server).length === 0)
      .map((trouble) => {
        const { server } = trouble;
        const name = table.serverNameOf(server) ?? lonelyCodeName({ server, tool: "" }).server;
        return [`${ROOT}.${name}`, trouble];
      }),
  );
}
