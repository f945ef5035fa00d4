/** The second words of commands that have some: for the shell's completion, and for whoever mistypes one. */
import { TackleError } from "../errors.ts";
import { nearest } from "../util/nearest.ts";

export const SUBCOMMANDS = {
  audit: ["verify"],
  config: ["show", "validate", "path", "edit"],
  pins: ["diff", "approve", "remove"],
  prompts: ["list", "get"],
  resources: ["list", "read"],
  scripts: ["list", "add", "show", "run", "remove"],
  skills: ["list", "new", "test"],
  token: ["create", "list", "revoke"],
} as const satisfies Record<string, readonly string[]>;

export function noSubcommand(command: keyof typeof SUBCOMMANDS, verb: string): TackleError {
  const known: readonly string[] = SUBCOMMANDS[command];
  const [likely] = nearest(verb, known);
  const all = [known.slice(0, -1).join(", "), known.at(-1)].filter((part) => part !== "").join(" or ");
  return new TackleError({
    code: "usage",
    message: `There is no command '${command} ${verb}'`,
    hint: likely === undefined ? `Use ${all}.` : `Did you mean 'tackle ${command} ${likely}'?`,
  });
}
