/** A client of the load generator: as little as a request takes, the same for every contestant of a transport. */
import { INITIALIZE, type Params } from "./era.ts";

export interface Client {
  readonly request: (method: string, params: Params) => Promise<Params>;
  readonly notify: (method: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The handshake of the legacy era; answers with the version that was agreed on. */
export async function shakeHands(client: Pick<Client, "request" | "notify">): Promise<string> {
  const { protocolVersion } = await client.request("initialize", INITIALIZE);
  await client.notify("notifications/initialized");
  return String(protocolVersion);
}
