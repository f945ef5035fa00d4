/** `tackle trust`: shows exactly what a project's servers would run, and lets a person approve or withdraw. */
import type { Config, ConfiguredServer, ValidServer } from "../../config/config.ts";
import { fingerprint, type TrustRules } from "../../gate/trust.ts";
import { withdrawApprovals } from "../../store/approve-servers.ts";
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Command, CommandResult, Invocation } from "../command.ts";
import { isTrusted, readConfig, serverNamed, tooManyWords, trustRules } from "../read-config.ts";
import { approve } from "./trust/approve.ts";

export const trustCommand: Command = {
  usage: ["trust [NAME…]", "trust --revoke [NAME…]"],
  description:
    "Servers that a project's file defines do not start until you have approved that exact definition. This shows each\n" +
    "one that waits, whole, and asks. A changed command, argument, variable or URL asks again. Exit code 1 when one\n" +
    "still waits afterwards.",
  options: {
    yes: { type: "boolean", short: "y", description: "Approve what is shown without asking" },
    revoke: { type: "boolean", description: "Take approvals back" },
  },
  examples: [
    ["tackle trust", "show what waits, and ask for each"],
    ["tackle trust files --yes", "approve one without a question, in a script"],
    ["tackle trust --revoke", "take back every approval for this project"],
  ],
  async run(invocation) {
    const { words, rest, options } = invocation;
    if (rest !== undefined) throw tooManyWords(["--", ...rest], "trust [NAME…]");
    const config = await readConfig(invocation);
    const chosen = chosenServers(config, words);
    const valid = chosen.filter(isApprovable);
    // What --trust-project allows for one run says nothing on what was approved.
    const rules: TrustRules = { ...trustRules(invocation), trustProject: false };
    if (options.flag("revoke")) return revoke(invocation, valid, rules);
    const waiting = valid.filter((server) => !isTrusted(server, rules));
    const result = await approve(invocation, waiting);
    const notes = words.length === 0 ? [] : chosen.flatMap((server) => whyNotAsked(server, rules));
    return { ...result, notes: [...notes, ...(result.notes ?? [])] };
  },
};

/** The named servers, or all. */
function chosenServers(config: Config, names: readonly string[]): readonly ConfiguredServer[] {
  if (names.length === 0) return [...config.servers.values()];
  return [...new Set(names)].map((name) => serverNamed(config, name));
}

function isApprovable(server: ConfiguredServer): server is ValidServer {
  return server.origin.scope === "project" && server.status === "valid";
}

/** A person who named a server wants to know why there was no question about it. */
function whyNotAsked(server: ConfiguredServer, rules: TrustRules): string[] {
  const name = `'${toTerminalText(server.name)}'`;
  if (server.origin.scope !== "project")
    return [`${name} needs no approval: it comes from your own configuration, ${server.origin.file}.`];
  if (server.status === "invalid")
    return [`${name} cannot be approved: its entry is invalid. 'tackle config validate' says why.`];
  return isTrusted(server, rules) ? [`${name} is approved already.`] : [];
}

async function revoke(
  { surroundings }: Invocation,
  servers: readonly ValidServer[],
  rules: TrustRules,
): Promise<CommandResult> {
  const approved = servers.filter((server) => isTrusted(server, rules));
  const fingerprints = new Set(approved.map((server) => fingerprint(server.subject)));
  if (fingerprints.size > 0) await withdrawApprovals(surroundings.env, fingerprints);
  const names = approved.map((server) => server.name);
  const human =
    names.length === 0
      ? "Nothing was approved here."
      : `No longer approved: ${names.map((name) => toTerminalText(name)).join(", ")}`;
  return { json: { revoked: names }, human };
}
