/** Redirects: within the origin, to another one, to the metadata service, in a loop. */
import type { RunningServer } from "./listen.ts";
import { sendResult, startRawMcp } from "./raw-mcp.ts";

/** `location` gets the path that was asked for; undefined means to answer. */
export async function startRedirect(
  status: number,
  location: (path: string) => string | undefined,
): Promise<RunningServer & { readonly seen: readonly string[] }> {
  const seen: string[] = [];
  const server = await startRawMcp({
    onRequest(request, response) {
      seen.push(`${request.method ?? ""} ${request.url ?? ""}`);
      const target = location(request.url ?? "");
      if (target === undefined) return false;
      response.writeHead(status, { location: target }).end("moved");
      return true;
    },
    onCall: (call) => sendResult(call, "followed"),
  });
  return { ...server, seen };
}
