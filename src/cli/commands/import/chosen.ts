/** What the words of the command line choose: clients by `--from`, servers by their names. */
import type { Client } from "../../../config/import-clients/client.ts";
import { CLIENTS } from "../../../config/import-clients/clients.ts";
import type { PlannedServer } from "../../../config/import-clients/plan-import.ts";
import { TackleError } from "../../../errors.ts";
import { nearest } from "../../../util/nearest.ts";

/** Undefined when none is named. */
export function clientsNamed(names: readonly string[]): readonly Client[] | undefined {
  if (names.length === 0) return undefined;
  return [...new Set(names)].map((name) => {
    const wanted = plain(name);
    const client = CLIENTS.find(({ id, label }) => plain(id) === wanted || plain(label) === wanted);
    if (client !== undefined) return client;
    const ids = CLIENTS.map(({ id }) => id);
    const [likely] = nearest(name, ids);
    const hint = likely === undefined ? `Use one of: ${ids.join(", ")}.` : `Did you mean '${likely}'?`;
    throw new TackleError({ code: "usage", message: `There is no client '${name}'`, hint });
  });
}

/** The servers of these names, by their own or by the one that they get here. Throws when there is none of a name. */
export function namedServers(
  planned: readonly PlannedServer[],
  names: readonly string[],
): readonly PlannedServer[] {
  const found = [...new Set(names)].flatMap((name) => {
    const servers = planned.filter((server) => server.name === name || server.as === name);
    const news = servers.filter(({ verdict }) => verdict === "new");
    if (news.length > 0) return news;
    const [likely] = nearest(
      name,
      planned.filter(({ verdict }) => verdict === "new").map(({ as }) => as),
    );
    const [known] = servers;
    throw new TackleError({
      code: known === undefined ? "not-found" : "conflict",
      message:
        known === undefined
          ? `No other client has a server '${name}'`
          : `'${name}' of ${known.label} is not added: ${known.reason ?? "it is not new"}`,
      hint: likely === undefined ? "'tackle import' shows what there is." : `Did you mean '${likely}'?`,
    });
  });
  return [...new Set(found)];
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
