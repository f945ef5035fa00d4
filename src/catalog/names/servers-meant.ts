/**
 * The servers that a name can only be of, whether their tools are known or not: `files.read`, `read@files`, `mcp__files__read`.
 * It says whom to ask, never what is called: that is looked up in the tables.
 */

/** Empty for a tool's own name, which any server may have. */
export function serversMeant(name: string, servers: Iterable<string>): readonly string[] {
  return [...servers].filter((server) => isOf(name, server));
}

function isOf(name: string, server: string): boolean {
  const spelled = server.replace(/[^a-zA-Z0-9-]+/g, "_"); // as in names that models can use
  return (
    [`${server}.`, `${server}/`, `${server}::`].some((start) => name.startsWith(start)) ||
    name.endsWith(`@${server}`) ||
    [server, spelled].some((part) => name.startsWith(`mcp__${part}__`) || name.startsWith(`mcp_${part}_`))
  );
}
