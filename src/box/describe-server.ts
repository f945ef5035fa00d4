/** What there is to say of a server, for the gateway's directory and for the search. Untrusted where the server said it. */
import type { Server } from "../upstream/server.ts";

export interface Described {
  readonly definition: Pick<Server["definition"], "description">;
  readonly instructions: string | undefined;
}

/** What a person wrote of it, else what it says of itself. Throws where the server may not run. */
export function describeServer(
  box: { upstream(name: string): Described },
  server: string,
): string | undefined {
  const { definition, instructions } = box.upstream(server);
  return definition.description ?? instructions;
}
