/** `tackle connect` alone: which clients there are, which were found on this machine, and which have our gateway. */
import type { Places } from "../../../config/client-places.ts";
import { isInstalled } from "../../../config/connect-clients/choose-file.ts";
import { CONNECTORS } from "../../../config/connect-clients/connectors.ts";
import { findConnections } from "../../../config/connect-clients/find-connections.ts";
import { toTerminalText } from "../../../util/terminal-text.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { renderTable } from "../../output/table.ts";

export async function listClients(invocation: Invocation, places: Places): Promise<CommandResult> {
  const { terminal, redactor } = invocation;
  const clients = await Promise.all(
    CONNECTORS.map(async (connector) => {
      const { connections, problems } = await findConnections(connector, places);
      const shown = connections.map((found) => ({ ...found, target: redactor.text(found.target) }));
      return { connector, found: isInstalled(connector, places), connections: shown, problems };
    }),
  );
  const sorted = clients.toSorted((one, other) => Number(other.found) - Number(one.found));
  const rows = sorted.map(({ connector, found, connections }) => [
    connector.id,
    connector.label,
    found ? "found" : "-",
    connections.map(({ target, file }) => `${target} in ${file}`).join(", ") || "-",
  ]);
  return {
    json: sorted.map(({ connector, found, connections, problems }) => ({
      client: connector.id,
      label: connector.label,
      found,
      connected: connections.length > 0,
      connections,
      problems,
    })),
    human: renderTable(["CLIENT", "NAME", "HERE", "CONNECTED TO"], rows, terminal.style, terminal.columns),
    notes: sorted.flatMap(({ problems }) => problems.map((problem) => toTerminalText(problem))),
  };
}
