/** `tackle connect` alone: which clients there are, which were found on this machine, and which have our gateway. */
import { isInstalled } from "../../../config/connect-clients/choose-file.ts";
import { CONNECTORS } from "../../../config/connect-clients/connectors.ts";
import { findConnections } from "../../../config/connect-clients/find-connections.ts";
import type { Places } from "../../../config/import-clients/places.ts";
import { quoteWords } from "../../../util/split-words.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { renderProblems } from "../../output/problems.ts";
import { names, renderTable } from "../../output/table.ts";

export async function listClients(invocation: Invocation, places: Places): Promise<CommandResult> {
  const { terminal, redactor } = invocation;
  const clients = await Promise.all(
    CONNECTORS.map(async (connector) => {
      const { connections, problems } = await findConnections(connector.client, places);
      return {
        client: connector.client.id,
        label: connector.client.label,
        found: isInstalled(connector, places),
        connected: connections.length > 0,
        connections: connections.map(({ target, ...rest }) => ({
          ...rest,
          target: redactor.text(quoteWords(target)),
        })),
        problems,
      };
    }),
  );
  const sorted = clients.toSorted((one, other) => Number(other.found) - Number(one.found));
  const rows = sorted.map(({ client, label, found, connections }) => [
    client,
    label,
    found ? "found" : "-",
    connections.map(({ target, file }) => `${target} in ${file}`).join(", ") || "-",
  ]);
  const problems = sorted.flatMap((client) => client.problems);
  return {
    json: sorted,
    human: renderTable({ columns: [names("CLIENT"), "NAME", "HERE", "CONNECTED TO"], rows }, terminal),
    notes: problems.length === 0 ? [] : [renderProblems(problems, terminal.stderrStyle)],
  };
}
