/** Names that are ours; no server's tool may have them. */
export const RESERVED: ReadonlySet<string> = new Set([
  "search_tools",
  "describe_tools",
  "describe_tool",
  "call_tool",
  "run_code",
  "list_servers",
]);
