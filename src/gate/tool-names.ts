/**
 * Does a name or glob of the user's policy mean this tool? Tool names come from untrusted servers: a tool that is called
 * `mcp__mail__send`, or `mail::send`, must not pass for the tool of another server. A pattern is therefore read in the
 * form that it is written in, and compared with the tool's name in that form only.
 */
import type { NamingStrategy, ToolRef } from "../types.ts";
import { matchesGlob } from "../util/glob.ts";

export interface ToolNames {
  readonly ref: ToolRef;
  /** The name under which callers see the tool. */
  readonly exposedName: string;
}

/** For what grants rights: only the one reading that nobody can imitate. */
export function clearlyMeans(pattern: string, { ref, exposedName }: ToolNames): boolean {
  if (pattern === exposedName) return true;
  const [form, ...others] = formsOf(pattern);
  if (form === undefined) return matchesGlob(pattern, ref.tool);
  // `mcp__a__b@c` could be a tool of `a` or of `c`.
  if (others.length > 0) return false;
  const exposedForms = formsOf(exposedName);
  const isExposedInForm = exposedForms.length === 1 && exposedForms[0] === form;
  return matchesGlob(pattern, nameIn(form, ref)) || (isExposedInForm && matchesGlob(pattern, exposedName));
}

/** For what takes rights away: every reading counts. */
export function mayMean(pattern: string, { ref, exposedName }: ToolNames): boolean {
  const names = [exposedName, ref.tool, ...FORMS.map((form) => nameIn(form, ref))];
  return names.some((name) => matchesGlob(pattern, name));
}

const FORMS: readonly NamingStrategy[] = [
  "mcp__server__tool",
  "tool@server",
  "mcp_server_tool",
  "server::tool",
];

/** The forms that a name could be written in; none is a tool's own name. */
function formsOf(name: string): NamingStrategy[] {
  const forms: NamingStrategy[] = [];
  if (name.startsWith("mcp__")) forms.push("mcp__server__tool");
  else if (name.startsWith("mcp_")) forms.push("mcp_server_tool");
  if (name.includes("::")) forms.push("server::tool");
  if (name.includes("@")) forms.push("tool@server");
  return forms;
}

function nameIn(form: NamingStrategy, { server, tool }: ToolRef): string {
  switch (form) {
    case "mcp__server__tool":
      return `mcp__${server}__${tool}`;
    case "mcp_server_tool":
      return `mcp_${server}_${tool}`;
    case "tool@server":
      return `${tool}@${server}`;
    case "server::tool":
      return `${server}::${tool}`;
  }
}
