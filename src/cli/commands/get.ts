/** `tackle get NAME`: one server in full. Values that look secret are masked; references are shown as written. */
import type { ConfiguredServer, ValidServer } from "../../config/config.ts";
import { isSecretName, type Redactor } from "../../util/redact.ts";
import type { Command } from "../command.ts";
import { summarise } from "../describe-server.ts";
import { placeOf } from "../output/place-of.ts";
import { renderProblems } from "../output/problems.ts";
import { renderPairs } from "../output/table.ts";
import { oneName, readConfig, serverNamed, trustRules } from "../read-config.ts";

export const getCommand: Command = {
  usage: ["get NAME"],
  description:
    "Shows one server: what it runs, where it was defined, and what is wrong with it. Secrets are masked, and what is as\n" +
    "it is by default is left out; --json has everything.",
  examples: [
    ["tackle get files", "all about the server 'files'"],
    ["tackle get files --json", "for programs: {name, type, command, args, url, env, …, shadows}"],
  ],
  async run(invocation) {
    const config = await readConfig(invocation);
    const server = serverNamed(config, oneName(invocation, "get NAME"));
    const { redactor, terminal } = invocation;
    const summary = summarise(server, { rules: trustRules(invocation), redactor });
    const details = detailsOf(server, redactor);
    const { problems, file: _file, line: _line, enabled: _saidByStatus, ...rest } = summary;
    const { command: _command, args: _args, url: _url, ...others } = details; // the target says it
    const shown = { ...rest, defined: placeOf(server.origin), ...withoutDefaults(others) };
    const pairs = Object.entries(shown).map(
      ([label, value]) => [label, value === null ? undefined : asText(value)] as const,
    );
    const hides = server.shadows.map((origin) => ["hides", placeOf(origin)] as const);
    const human = [
      renderPairs([...pairs, ...hides], terminal.style),
      renderProblems(problems, terminal.style),
    ].filter((part) => part !== "");
    return { json: { ...summary, ...details, shadows: server.shadows }, human: human.join("\n\n") };
  },
};

/** Everything the definition says, in the words of the file: `${VAR}` in the place of its value. */
function detailsOf(server: ConfiguredServer, redactor: Redactor): Record<string, unknown> {
  if (server.status === "invalid") return {};
  const { name: _name, type: _type, enabled: _enabled, ...options } = server.definition;
  const details = { ...options, ...writtenTarget(server, redactor) };
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}

function writtenTarget({ subject, definition }: ValidServer, redactor: Redactor): Record<string, unknown> {
  const [command, ...args] = (subject.command ?? []).map((word) => redactor.text(word));
  if (definition.type === "stdio") return { command, args, env: masked(subject.env ?? {}, redactor) };
  if (definition.type === "inprocess") return { options: masked(subject.options ?? {}, redactor) };
  const { url = "", headers = {}, oauth = {} } = subject;
  return { url: redactor.text(url), headers: masked(headers, redactor), oauth: masked(oauth, redactor) };
}

/** Literal values under secret-looking names are hidden; a reference such as ${TOKEN} says nothing and helps. */
function masked(values: Readonly<Record<string, unknown>>, redactor: Redactor): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value !== "string") return [name, isSecretName(name) ? "[redacted]" : value];
      const isReference = /^(Bearer )?(\$\{[^}]*\}|env:\w+)$/.test(value);
      if (isReference) return [name, value];
      return [name, isSecretName(name) ? "[redacted]" : redactor.text(value)];
    }),
  );
}

const DEFAULTS: Readonly<Record<string, unknown>> = {
  trust: false,
  connect: "eager",
  isolation: "shared",
  instances: 1,
  timeout: 30_000,
  debug: false,
};

function withoutDefaults(details: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).filter(([key, value]) => {
      const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
      return !isEmpty && !(Object.hasOwn(DEFAULTS, key) && DEFAULTS[key] === value);
    }),
  );
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
