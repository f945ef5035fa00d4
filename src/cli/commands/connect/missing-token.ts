/** What somebody should know who is about to connect a client without a token to a gateway that asks for one. */
import type { Connector, HttpTarget } from "../../../config/connect-clients/connector.ts";
import { isLoopbackAddress } from "../../../gate/endpoint.ts";
import type { Invocation } from "../../command.ts";
import { findGateway } from "../serve/find-gateway.ts";

/** One remark with the steps to take, or none. */
export async function missingTokenRemarks(
  invocation: Invocation,
  { url, tokenVariable }: HttpTarget,
  connector: Connector,
): Promise<readonly string[]> {
  if (tokenVariable !== undefined) return [];
  const { label } = connector.client;
  const [isElsewhere, asks] = [!isLocal(url), await asksForToken(invocation, url)];
  if (!isElsewhere && !asks) return [];
  const why = asks
    ? `The gateway asks every client for a token, and this entry has none: ${label} will be turned away.`
    : `A gateway that other machines can reach asks every client for a token, and this entry has none.`;
  return [`${why} ${stepsFor(invocation, connector)}`];
}

function stepsFor({ options }: Invocation, { client, takesToken }: Connector): string {
  const { id, label } = client;
  if (!takesToken)
    return `${label} cannot take one from a variable; connect it with --stdio, which needs none.`;
  const profile = options.text("profile");
  const make = `tackle token create ${id}${profile === undefined ? "" : ` --profile ${profile}`}`;
  return `Make one with '${make}', set it as TACKLE_TOKEN where ${label} runs, and connect again with --token-env TACKLE_TOKEN.`;
}

/** Whether the gateway that runs with this configuration is the one at that address, and asks. */
async function asksForToken(invocation: Invocation, url: string): Promise<boolean> {
  const gateway = await findGateway(invocation, "default");
  if (gateway.kind !== "attached") return false;
  gateway.socket.destroy();
  const { url: running, needsToken = false } = gateway.about;
  return needsToken && running !== undefined && new URL(running).host === new URL(url).host;
}

function isLocal(url: string): boolean {
  return isLoopbackAddress(new URL(url).hostname.replaceAll(/[[\]]/g, ""));
}
