/** The address by which clients on this machine reach a gateway. */
export function urlOf(host: string, port: number): string {
  return `http://${addressOf(host)}:${port}/mcp`;
}

/** An address for all interfaces is no address to connect to. */
function addressOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
