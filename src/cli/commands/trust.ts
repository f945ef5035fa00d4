/** `tackle trust`: shows exactly what a project's servers would run, and lets a person approve or withdraw. */
import type { ValidServer } from "../../config/config.ts";
import { TackleError } from "../../errors.ts";
import { fingerprint, type TrustRules } from "../../gate/trust.ts";
import { approveServers, withdrawApprovals } from "../../store/approve-servers.ts";
import type { ApprovedServer } from "../../store/approved-servers.ts";
import { quoteWords } from "../../util/split-words.ts";
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Command, CommandResult, Invocation } from "../command.ts";
import { targetOf } from "../describe-server.ts";
import { renderPairs } from "../output/table.ts";
import { isTrusted, readConfig, serverNamed, trustRules } from "../read-config.ts";
import { confirm, type Style, type Terminal } from "../terminal.ts";

export const trustCommand: Command = {
  usage: ["trust [NAME…]", "trust --revoke [NAME…]"],
  description:
    "Servers that a project's file defines do not start until you have approved that exact definition. This shows each\n" +
    "one that waits, whole, and asks. A changed command, argument, variable or URL asks again.",
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
    const config = await readConfig(invocation);
    const wanted = new Set(invocation.words.map((name) => serverNamed(config, name).name));
    const servers = [...config.servers.values()].filter(
      (server) => server.origin.scope === "project" && (wanted.size === 0 || wanted.has(server.name)),
    );
    const valid = servers.filter((server): server is ValidServer => server.status === "valid");
    // What --trust-project allows for one run says nothing on what was approved.
    const rules: TrustRules = { ...trustRules(invocation), trustProject: false };
    if (invocation.options.flag("revoke")) return revoke(invocation, valid, rules);
    return approve(
      invocation,
      valid.filter((server) => !isTrusted(server, rules)),
    );
  },
};

async function approve(invocation: Invocation, waiting: readonly ValidServer[]): Promise<CommandResult> {
  const { terminal, options, surroundings } = invocation;
  if (waiting.length === 0)
    return { json: { approved: [], waiting: [] }, human: "Nothing waits for approval here." };
  const yes = options.flag("yes");
  if (!yes && !terminal.isInteractive) throw nobodyToAsk(waiting, terminal);

  const approved: ApprovedServer[] = [];
  for (const server of waiting) {
    terminal.stderr.write(`${describe(server, terminal.style)}\n`);
    if (!yes && !(await confirm(terminal, `Let this run on your machine?`))) continue;
    const { name, origin } = server;
    approved.push({
      fingerprint: fingerprint(server.subject),
      name,
      file: origin.file,
      approvedAt: new Date().toISOString(),
    });
  }
  if (approved.length > 0) await approveServers(surroundings.env, approved);

  const names = approved.map((server) => server.name);
  const left = waiting.map((server) => server.name).filter((name) => !names.includes(name));
  const human =
    names.length === 0
      ? "Nothing was approved."
      : `Approved: ${names.map((name) => toTerminalText(name)).join(", ")}`;
  return { json: { approved: names, waiting: left }, human, exitCode: left.length === 0 ? 0 : 1 };
}

async function revoke(
  invocation: Invocation,
  servers: readonly ValidServer[],
  rules: TrustRules,
): Promise<CommandResult> {
  const approved = servers.filter((server) => isTrusted(server, rules));
  await withdrawApprovals(
    invocation.surroundings.env,
    new Set(approved.map((server) => fingerprint(server.subject))),
  );
  const names = approved.map((server) => server.name);
  const human =
    names.length === 0
      ? "Nothing was approved here."
      : `No longer approved: ${names.map((name) => toTerminalText(name)).join(", ")}`;
  return { json: { revoked: names }, human };
}

/** The exact definition, never cut: a person decides on what they can see. */
function describe({ name, origin, subject }: ValidServer, style: Style): string {
  const pairs: [string, string | undefined][] = [
    ["server", name],
    ["defined in", `${origin.file}:${origin.line}`],
    [subject.command === undefined ? "connects to" : "runs", targetOf(subject)],
    ["in folder", subject.cwd],
    ...named("variable", subject.env),
    ...named("header", subject.headers),
    ...named("oauth", subject.oauth),
    ...named("from the project's .env", subject.projectVariables),
  ];
  return `\n${renderPairs(pairs, style)}`;
}

function named(label: string, values: Readonly<Record<string, unknown>> = {}): [string, string][] {
  return Object.entries(values).map(([name, value]) => [label, `${name}=${String(value)}`]);
}

/** The definitions are printed, not put into the error: an error's text is masked, and this must be exact. */
function nobodyToAsk(waiting: readonly ValidServer[], terminal: Terminal): TackleError {
  for (const server of waiting) terminal.stderr.write(`${describe(server, terminal.style)}\n`);
  const names = waiting.map((server) => quoteWords([server.name])).join(" ");
  const message = `No terminal to ask on; waiting for approval: ${names}`;
  return new TackleError({
    code: "policy",
    message,
    hint: `After reading what they run: tackle trust ${names} --yes`,
  });
}
