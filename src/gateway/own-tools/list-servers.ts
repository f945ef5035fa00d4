/** `list_servers`: what there is to search in, and what is not to be had right now. */
import { textResult, type OwnTool } from "./own-tool.ts";

export const listServers: OwnTool = {
  definition: {
    name: "list_servers",
    description: "The servers, how many tools each has, and whether it works.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true },
  },
  run(_args, { view }, box) {
    const counts = new Map<string, number>();
    for (const { server } of view.tools()) counts.set(server, (counts.get(server) ?? 0) + 1);
    const servers = box
      .status()
      .filter(({ name }) => view.servers().has(name))
      .map(({ name, state, reason }) => ({
        name,
        state,
        tools: counts.get(name) ?? 0,
        ...(reason === undefined ? undefined : { reason }),
      }));
    const lines = servers.map(
      ({ name, state, tools, reason }) =>
        `${name}: ${tools === 1 ? "1 tool" : `${tools} tools`}, ${state}${reason === undefined ? "" : ` (${reason})`}`,
    );
    return Promise.resolve(textResult(lines.join("\n"), { servers }));
  },
};
