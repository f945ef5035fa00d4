/** Says what is doubtful about the servers that are about to start: a missing variable is found out now or in a puzzle. */
import type { Config, ConfiguredServer } from "../config/config.ts";
import type { TrustRules } from "../gate/trust.ts";
import type { Invocation } from "./command.ts";
import { isTrusted, trustRules } from "./read-config.ts";

export function warnAboutServers(invocation: Invocation, config: Config): void {
  const rules = trustRules(invocation);
  for (const server of config.servers.values()) {
    if (!isGoingToStart(server, rules)) continue;
    const log = invocation.log.child({ server: server.name });
    for (const { severity, message, file, line } of server.problems)
      if (severity === "warning") log.warn(message, { at: `${file}:${line}` });
  }
}

function isGoingToStart(server: ConfiguredServer, rules: TrustRules): boolean {
  return server.status === "valid" && server.definition.enabled && isTrusted(server, rules);
}
