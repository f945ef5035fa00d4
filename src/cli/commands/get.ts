/** `tackle get NAME`: one server in full. Values that look secret are masked; references are shown as written. */
import type { ConfiguredServer } from "../../config/config.ts";
import { isSecretName } from "../../util/redact.ts";
import type { Command } from "../command.ts";
import { summarise } from "../describe-server.ts";
import { renderProblems } from "../output/problems.ts";
import { renderPairs } from "../output/table.ts";
import { oneName, readConfig, serverNamed, trustRules } from "../read-config.ts";

export const getCommand: Command = {
  usage: ["get NAME"],
  description:
    "Shows one server: what it runs, where it was defined, and what is wrong with it. Secrets are masked.",
  examples: [["tackle get files", "all about the server 'files'"]],
  async run(invocation) {
    const config = await readConfig(invocation);
    const server = serverNamed(config, oneName(invocation, "get NAME"));
    const summary = summarise(server, { rules: trustRules(invocation), redactor: invocation.redactor });
    const { problems, ...rest } = summary;
    const details = detailsOf(server);
    const pairs = Object.entries({ ...rest, ...details }).map(([label, value]): [string, string] => [
      label,
      typeof value === "string" ? value : JSON.stringify(value),
    ]);
    const { style } = invocation.terminal;
    const human = [renderPairs(pairs, style), renderProblems(problems, style)]
      .filter((part) => part !== "")
      .join("\n\n");
    return { json: { ...summary, ...details, shadows: server.shadows }, human };
  },
};

function detailsOf(server: ConfiguredServer): Record<string, unknown> {
  if (server.status === "invalid") return {};
  const { definition, subject } = server;
  const { name: _name, type: _type, enabled: _enabled, ...options } = definition;
  // The subject holds the texts as written, with ${VAR} in place of values.
  const written = {
    ...("env" in options ? { env: masked(subject.env ?? {}) } : undefined),
    ...("headers" in options
      ? { headers: masked(subject.headers ?? {}), oauth: masked(subject.oauth ?? {}) }
      : undefined),
  };
  const {
    command: _command,
    args: _args,
    url: _url,
    ...shown
  } = { command: "", args: "", url: "", ...options };
  return Object.fromEntries(
    Object.entries({ ...shown, ...written }).filter(([, value]) => value !== undefined),
  );
}

/** Literal values under secret-looking names are hidden; a reference such as ${TOKEN} says nothing and helps. */
function masked(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isReference = typeof value === "string" && /^(Bearer )?(\$\{[^}]*\}|env:\w+)$/.test(value);
      return [name, isSecretName(name) && !isReference ? "[redacted]" : value];
    }),
  );
}
