/** `tackle completion bash|zsh|fish`: a script for the shell that asks us for the words that may come next. */
import { loadConfig } from "../../config/load-config.ts";
import { TackleError } from "../../errors.ts";
import { COMMANDS } from "../command-list.ts";
import type { Command, Invocation, Option } from "../command.ts";
import { GLOBAL_OPTIONS, splitCommand } from "../parse-arguments.ts";

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
const WORDS = new Map([
  ["config", ["show", "validate", "path", "edit"]],
  ["completion", [...SCRIPTS.keys()]],
]);

const TAKES_SERVER = new Set(["remove", "enable", "disable", "toggle", "get", "test", "logs", "trust"]);

export const completionCommand: Command = {
  usage: ["completion bash", "completion zsh", "completion fish"],
  description: "Prints a script that completes commands, options and the names of your servers in the shell.",
  examples: [
    ["source <(tackle completion bash)", "in ~/.bashrc"],
    ["source <(tackle completion zsh)", "in ~/.zshrc, after compinit"],
    ["tackle completion fish > ~/.config/fish/completions/tackle.fish", "once"],
  ],
  async run(invocation) {
    const [shell = ""] = invocation.words;
    if (shell === "suggest") {
      const candidates = await suggest(invocation, invocation.rest ?? []);
      return { json: candidates, human: candidates.join("\n") };
    }
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
  const { name } = splitCommand(typed);
  const entry = name === undefined ? undefined : COMMANDS.get(name);
  if (name === undefined || entry === undefined) return [...COMMANDS.keys(), ...optionWords(GLOBAL_OPTIONS)];
  const { options = {} } = await entry.load();
  const all: Readonly<Record<string, Option>> = { ...options, ...GLOBAL_OPTIONS };
  const last = typed.at(-1) ?? "";
  const pending = last.startsWith("--") ? all[last.slice(2)] : undefined;
  if (pending?.type === "string") return [...(pending.choices ?? [])];
  const servers = TAKES_SERVER.has(name) ? await serverNames(invocation) : [];
  return [...(WORDS.get(name) ?? []), ...servers, ...optionWords(all)];
}

/** Only names that no shell could take for anything else. */
async function serverNames({ surroundings }: Invocation): Promise<string[]> {
  const { servers } = await loadConfig(surroundings);
  return [...servers.keys()].filter((name) => /^[\w.@:+-]+$/.test(name));
}

function optionWords(options: Readonly<Record<string, Option>>): string[] {
  return Object.keys(options).map((name) => `--${name}`);
}
