/** `tackle completion bash|zsh|fish`: a script for the shell that asks us for the words that may come next. */
import { CONNECTORS } from "../../config/connect-clients/connectors.ts";
import type { ConfiguredServer } from "../../config/config.ts";
import { loadConfig } from "../../config/load-config.ts";
import { TackleError } from "../../errors.ts";
import type { TrustRules } from "../../gate/trust.ts";
import { ALIASES, COMMANDS } from "../command-list.ts";
import type { Command, Invocation, Option } from "../command.ts";
import { GLOBAL_OPTIONS, splitCommand } from "../parse-arguments.ts";
import { isTrusted, tooManyWords, trustRules } from "../read-config.ts";
import { SUBCOMMANDS } from "../subcommands.ts";

/** No shell may read the candidates as anything but words: some of them are names from files that others wrote. */
const SCRIPTS = new Map([
  [
    "bash",
    `_tackle() {
  local word current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  while IFS= read -r word; do
    case "$word" in "$current"*) COMPREPLY+=("$word") ;; esac
  done < <(tackle completion suggest -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)
}
complete -o default -F _tackle tackle`,
  ],
  [
    "zsh",
    `#compdef tackle
_tackle() {
  local -a candidates
  candidates=("\${(@f)$(tackle completion suggest -- "\${(@)words[2,CURRENT-1]}" 2>/dev/null)}")
  compadd -a candidates
}
compdef _tackle tackle`,
  ],
  ["fish", `complete -c tackle -f -a '(tackle completion suggest -- (commandline -opc)[2..-1] 2>/dev/null)'`],
]);

/** Subcommands and other fixed words. */
const WORDS = new Map<string, readonly string[]>([
  ["connect", CONNECTORS.map(({ client }) => client.id)],
  ["completion", [...SCRIPTS.keys()]],
  ...Object.entries(SUBCOMMANDS),
]);

/** Where a name alone is that of a server that can be added. */
const ADDS_BY_NAME = new Set(["add", "presets"]);

const TAKES_SERVER = new Set("remove enable disable toggle get test logs trust tools docs pins".split(" "));

export const completionCommand: Command = {
  usage: ["completion bash", "completion zsh", "completion fish"],
  description: "Prints a script that completes commands, options and the names of your servers in the shell.",
  examples: [
    ["source <(tackle completion bash)", "in ~/.bashrc"],
    ["source <(tackle completion zsh)", "in ~/.zshrc, after compinit"],
    ["tackle completion fish > ~/.config/fish/completions/tackle.fish", "once"],
  ],
  async run(invocation) {
    const [shell = "", ...others] = invocation.words;
    if (shell === "suggest") {
      const candidates = await suggest(invocation, invocation.rest ?? []);
      return { json: candidates, human: candidates.join("\n") };
    }
    if (others.length > 0 || invocation.rest !== undefined)
      throw tooManyWords(
        [...others, ...(invocation.rest ?? [])],
        `completion ${[...SCRIPTS.keys()].join("|")}`,
      );
    const script = SCRIPTS.get(shell);
    if (script === undefined) {
      const message = shell === "" ? "Which shell?" : `There is no completion for '${shell}'`;
      throw new TackleError({
        code: "usage",
        message,
        hint: `Use one of: ${[...SCRIPTS.keys()].join(", ")}.`,
      });
    }
    return { json: { shell, script }, human: script };
  },
};

/** Everything that may follow the words typed so far; the shell keeps what fits the word under the cursor. */
async function suggest(invocation: Invocation, typed: readonly string[]): Promise<string[]> {
  const { name: given, args } = splitCommand(typed);
  const name = given === undefined ? undefined : (ALIASES.get(given) ?? given);
  const entry = name === undefined ? undefined : COMMANDS.get(name);
  const { options = {} } = (await entry?.load()) ?? {};
  const all: Readonly<Record<string, Option>> = { ...GLOBAL_OPTIONS, ...options };
  const pending = optionNamed(typed.at(-1) ?? "", all);
  if (pending?.type === "string")
    return pending === all["server"] ? serverNames("", invocation) : [...(pending.choices ?? [])];
  if (name === undefined || entry === undefined) return [...COMMANDS.keys(), ...optionWords(GLOBAL_OPTIONS)];
  const fixed = WORDS.get(name) ?? [];
  const words = args.some((word) => fixed.includes(word)) ? [] : fixed;
  const servers = TAKES_SERVER.has(name) ? await serverNames(name, invocation) : [];
  const addable =
    ADDS_BY_NAME.has(name) && args.every((word) => word.startsWith("-")) ? await addableNames() : [];
  return [...words, ...addable, ...servers.filter((server) => !args.includes(server)), ...optionWords(all)];
}

/** The option that `--scope` or `-s` names. */
function optionNamed(word: string, options: Readonly<Record<string, Option>>): Option | undefined {
  return Object.entries(options).find(
    ([name, { short }]) => word === `--${name}` || (short !== undefined && word === `-${short}`),
  )?.[1];
}

/** Built-in servers and presets; a name that both have once. */
async function addableNames(): Promise<readonly string[]> {
  const { BUILT_IN_SERVERS } = await import("../../config/built-in-servers.ts");
  const { PRESETS } = await import("../../config/presets/presets.ts");
  return [...new Set([...BUILT_IN_SERVERS, ...PRESETS].map(({ name }) => name))];
}

/** Only names that no shell could take for anything else; for `trust` only those that wait. */
async function serverNames(command: string, invocation: Invocation): Promise<string[]> {
  const { servers } = await loadConfig(invocation.surroundings);
  const isWanted = command === "trust" ? isWaiting(invocation) : () => true;
  return [...servers.values()]
    .filter(isWanted)
    .flatMap(({ name }) => (/^[\w.@:+-]+$/.test(name) ? [name] : []));
}

function isWaiting(invocation: Invocation): (server: ConfiguredServer) => boolean {
  const rules: TrustRules = { ...trustRules(invocation), trustProject: false };
  return (server) => server.status === "valid" && !isTrusted(server, rules);
}

function optionWords(options: Readonly<Record<string, Option>>): string[] {
  return Object.keys(options).map((name) => `--${name}`);
}
