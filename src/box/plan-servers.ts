/** What the configuration and the gate say together: which servers run, and why the others do not. */
import type { Config, ConfiguredServer } from "../config/config.ts";
import { mayStart, type TrustRules } from "../gate/trust.ts";
import type { PlannedServer } from "../upstream/upstreams.ts";
import { quoteWords } from "../util/split-words.ts";

/** With `isLazy` nothing starts before it is called. */
export function planServers(
  config: Config,
  rules: TrustRules,
  { isLazy = false } = {},
): readonly PlannedServer[] {
  const plan = [...config.servers.values()].map((server) => planServer(server, rules));
  if (!isLazy) return plan;
  return plan.map((planned) =>
    planned.kind === "hold"
      ? planned
      : { ...planned, definition: { ...planned.definition, connect: "lazy" } },
  );
}

function planServer(server: ConfiguredServer, rules: TrustRules): PlannedServer {
  const { name, origin } = server;
  const hold = { kind: "hold", name } as const;
  if (server.status === "invalid") {
    if (!server.enabled) return { ...hold, ...switchedOff(server) };
    const problem = server.problems.find(({ severity }) => severity === "error");
    const reason = problem?.message ?? "its entry cannot be used";
    return {
      ...hold,
      state: "invalid",
      reason,
      hint: `See ${origin.file}, line ${problem?.line ?? origin.line}.`,
    };
  }
  if (!server.definition.enabled) return { ...hold, ...switchedOff(server) };
  if (!mayStart({ scope: origin.scope, subject: server.subject }, rules)) {
    const hint = `See what it runs and allow it with 'tackle trust ${name}', or for one run with --trust-project.`;
    return {
      ...hold,
      state: "untrusted",
      reason: `defined by the project's ${origin.file} and not approved yet`,
      hint,
    };
  }
  return { kind: "run", definition: server.definition };
}

function switchedOff({ name, origin }: ConfiguredServer): Pick<HeldServer, "state" | "reason" | "hint"> {
  const hint =
    origin.scope === "environment"
      ? `Change the variable ${origin.file} where it is set.`
      : `Switch it on: tackle enable ${quoteWords([name])}`;
  return { state: "disabled", reason: "switched off", hint };
}

type HeldServer = Extract<PlannedServer, { readonly kind: "hold" }>;
