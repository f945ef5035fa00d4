/** `tackle connect CLIENT`: writes our gateway into another client's configuration, after showing the change. */
import { chooseFile } from "../../config/connect-clients/choose-file.ts";
import type { Connector, Entry, GatewayTarget } from "../../config/connect-clients/connector.ts";
import { CONNECTORS } from "../../config/connect-clients/connectors.ts";
import { planConnection } from "../../config/connect-clients/plan-connection.ts";
import type { Places } from "../../config/import-clients/places.ts";
import { TackleError } from "../../errors.ts";
import { nearest } from "../../util/nearest.ts";
import { homeFolder } from "../../util/paths.ts";
import type { Command, CommandResult, Invocation } from "../command.ts";
import { tooManyWords } from "../read-config.ts";
import { checkServerName } from "../server-name.ts";
import { applyChange } from "./connect/apply-change.ts";
import { chooseTarget } from "./connect/choose-target.ts";
import { listClients } from "./connect/list-clients.ts";
import { missingTokenRemarks } from "./connect/missing-token.ts";

export const connectCommand: Command = {
  usage: ["connect", "connect CLIENT", "connect CLIENT --remove"],
  description:
    "Writes the gateway into another client's configuration, so that it has all your servers: by its address where the\n" +
    "client speaks HTTP, else (or with --stdio) as a program that it starts and that shares a running gateway. The change\n" +
    "is shown before it is made; the rest of the file stays as it is, and a backup stays beside it. Without a client it\n" +
    "lists them all, with those that were found on this machine.",
  options: {
    stdio: { type: "boolean", description: "Let the client start 'tackle serve --stdio'" },
    url: { type: "string", value: "URL", description: "Address of the gateway (default: the one that runs)" },
    profile: { type: "string", value: "NAME", description: "What the client is to see (default: default)" },
    "token-env": {
      type: "string",
      value: "VARIABLE",
      description: "Send the token that is in this variable of the client's environment",
    },
    scope: {
      type: "string",
      short: "s",
      value: "user|project",
      choices: ["user", "project"],
      description: "For everything, or in the project in this folder (default: user)",
    },
    name: { type: "string", value: "NAME", description: "Name of the entry (default: tacklebox)" },
    remove: { type: "boolean", description: "Take the entry out again" },
    "dry-run": { type: "boolean", description: "Show the change, and write nothing" },
    yes: { type: "boolean", short: "y", description: "Write without asking" },
  },
  examples: [
    ["tackle connect", "which clients are here, and which are connected"],
    ["tackle connect claude-code", "show the change, ask, write it"],
    ["tackle connect claude-desktop --yes", "without a question, in a script"],
    ["tackle connect cursor --profile work --scope project", "one profile, in this project alone"],
    ["tackle connect codex --url https://box.example/mcp --token-env TACKLE_TOKEN", "a gateway elsewhere"],
    ["tackle connect zed --remove", "take it out again"],
  ],
  async run(invocation) {
    const { words, rest, options, surroundings } = invocation;
    const [word, ...others] = words;
    const extra = rest === undefined ? others : [...others, "--", ...rest];
    if (extra.length > 0) throw tooManyWords(extra, "connect [CLIENT]");
    const { env, cwd } = surroundings;
    const places: Places = { platform: process.platform, home: homeFolder(env), env, cwd };
    if (word === undefined) return listClients(invocation, places);
    const connector = connectorNamed(word);
    const name = options.text("name") ?? "tacklebox";
    checkServerName(name);
    return options.flag("remove")
      ? disconnect(invocation, { connector, name, places })
      : connect(invocation, { connector, name, places });
  },
};

interface Wanted {
  readonly connector: Connector;
  readonly name: string;
  readonly places: Places;
}

async function connect(invocation: Invocation, wanted: Wanted): Promise<CommandResult> {
  const { connector, name } = wanted;
  const { target, notes } = await chooseTarget(invocation, connector);
  const entry = entryFor(connector, target, name);
  const warnings = target.kind === "http" ? await missingTokenRemarks(invocation, target, connector) : [];
  const { afterwards } = connector;
  const { label } = connector.client;
  const reached = target.kind === "http" ? target.url : [target.command, ...target.args].join(" ");
  return change(
    invocation,
    { ...wanted, entry },
    {
      question: `Write this into the configuration of ${label}?`,
      done: (file) => `Connected ${label} to ${reached}, in ${file}`,
      same: (file) => `${label} is connected already, in ${file}`,
      warnings,
      notes: [...notes, ...tokenNotes(target), afterwards],
    },
  );
}

function disconnect(invocation: Invocation, wanted: Wanted): Promise<CommandResult> {
  const { connector, name } = wanted;
  const { label } = connector.client;
  return change(
    invocation,
    { ...wanted, entry: undefined },
    {
      question: `Take this out of the configuration of ${label}?`,
      done: (file) => `Removed '${name}' from ${file}`,
      same: (file) => `There is no '${name}' in ${file}`,
      warnings: [],
      notes: [],
    },
  );
}

type Texts = Omit<Parameters<typeof applyChange>[2], "details">;

async function change(
  invocation: Invocation,
  wanted: Wanted & { readonly entry: Entry | undefined },
  texts: Texts,
): Promise<CommandResult> {
  const { connector, name, places, entry } = wanted;
  const scope = invocation.options.text("scope") === "project" ? "project" : "user";
  const file = chooseFile(connector, scope, places);
  if (file === undefined) throw noFile(connector, scope);
  const plan = await planConnection({ connector, scope, places, file, name, entry });
  return applyChange(invocation, plan, {
    ...texts,
    details: { client: connector.client.id, name, scope, entry: entry ?? null },
  });
}

function entryFor(connector: Connector, target: GatewayTarget, name: string): Entry {
  if (target.kind === "stdio") return connector.stdio(target, name);
  if (connector.http !== undefined) return connector.http(target, name);
  throw new TackleError({ code: "internal", message: `${connector.client.label} speaks no HTTP` });
}

function tokenNotes(target: GatewayTarget): string[] {
  if (target.kind === "stdio" || target.tokenVariable === undefined) return [];
  return [
    `It sends the token in the variable ${target.tokenVariable}; 'tackle token create NAME' makes one.`,
  ];
}

function connectorNamed(word: string): Connector {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const found = CONNECTORS.find(({ client }) => [client.id, client.label].map(plain).includes(plain(word)));
  if (found !== undefined) return found;
  const ids = CONNECTORS.map(({ client }) => client.id);
  const [likely] = nearest(word, ids);
  const hint = likely === undefined ? `Use one of: ${ids.join(", ")}.` : `Did you mean '${likely}'?`;
  throw new TackleError({ code: "usage", message: `There is no client '${word}'`, hint });
}

function noFile({ client: { label } }: Connector, scope: "user" | "project"): TackleError {
  return scope === "project"
    ? new TackleError({
        code: "usage",
        message: `${label} has no configuration for one project`,
        hint: "Leave out --scope project.",
      })
    : new TackleError({
        code: "config",
        message: `There is no place for the configuration of ${label}: this user has no home`,
        hint: "Set HOME.",
      });
}
