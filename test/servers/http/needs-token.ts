/** Answers only to one bearer token, until that is revoked; remembers the header `x-team` of every request. */
import type { RunningServer } from "./listen.ts";
import { sendResult, startRawMcp } from "./raw-mcp.ts";

export async function startNeedsToken(
  token: string,
): Promise<RunningServer & { readonly teams: Set<unknown>; revoke(): void }> {
  const teams = new Set<unknown>();
  let isRevoked = false;
  const server = await startRawMcp({
    onRequest(request, response) {
      teams.add(request.headers["x-team"]);
      if (!isRevoked && request.headers.authorization === `Bearer ${token}`) return false;
      response.writeHead(401, { "www-authenticate": 'Bearer error="invalid_token"' });
      response.end(`unknown token ${request.headers.authorization ?? ""}`);
      return true;
    },
    onCall: (call) => sendResult(call, "welcome"),
  });
  return { ...server, teams, revoke: () => (isRevoked = true) };
}
