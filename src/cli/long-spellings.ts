/** `tackle tools add-mcp …` and its siblings are other names for the short commands. */
import { splitCommand } from "./parse-arguments.ts";

const LONG_SPELLINGS = new Map([
  ["add-mcp", "add"],
  ["remove-mcp", "remove"],
  ["toggle-mcp", "toggle"],
  ["list-mcp", "list"],
  ["test-mcp", "test"],
]);

/** The command line in its short spelling; any other is returned as it is. */
export function shortSpelling(
  name: string | undefined,
  args: readonly string[],
): { name: string | undefined; args: readonly string[] } {
  if (name !== "tools") return { name, args };
  const { name: verb, args: others } = splitCommand(args);
  if (verb === "list" && others.includes("--mcp"))
    return { name: "list", args: others.filter((word) => word !== "--mcp") };
  const short = verb === undefined ? undefined : LONG_SPELLINGS.get(verb);
  return short === undefined ? { name, args } : { name: short, args: others };
}
