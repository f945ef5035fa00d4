/** Answers everything with one status, for ever, and counts how often it was asked. */
import { listen, type RunningServer } from "./listen.ts";

export async function startRefuse(
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<RunningServer & { requests(): number }> {
  let requests = 0;
  const server = await listen((_request, response) => {
    requests += 1;
    response.writeHead(status, { "content-type": "text/plain", ...headers }).end(`no: ${status}`);
  });
  return { ...server, requests: () => requests };
}
