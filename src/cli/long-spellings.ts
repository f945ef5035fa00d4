/** `tackle tools add-mcp …` and its siblings are other names for the short commands. */

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
  const position = args.findIndex((word) => !word.startsWith("-"));
  const verb = args[position];
  if (verb === "list" && args.includes("--mcp")) {
    return { name: "list", args: args.toSpliced(position, 1).filter((word) => word !== "--mcp") };
  }
  const short = verb === undefined ? undefined : LONG_SPELLINGS.get(verb);
  return short === undefined ? { name, args } : { name: short, args: args.toSpliced(position, 1) };
}
