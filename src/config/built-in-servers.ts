/** The servers that are in the box already, by name: what `tackle add`, `tackle presets` and the check of a configuration know. */
import { nearest } from "../util/nearest.ts";

export interface BuiltInServer {
  readonly name: string;
  readonly description: string;
  readonly note?: string;
}

export const BUILT_IN_SERVERS: readonly BuiltInServer[] = [
  { name: "bash", description: "Runs commands, and ends all that they started" },
  { name: "echo", description: "Gives back what it is given: a test" },
  { name: "edit", description: "Exact changes of text files, each with a diff" },
  { name: "filesystem", description: "Reads, writes, lists, moves and deletes files" },
  { name: "git", description: "Works with a repository, and runs nothing that it names" },
  { name: "results", description: "Reads on in a result that was cut" },
  {
    name: "scripts",
    description: "Your saved programs as tools",
    note: "It is on by itself where there are scripts.",
  },
  { name: "search", description: "Finds files by name and lines by pattern" },
  { name: "web", description: "Searches the web, and reads pages as Markdown" },
];

const NAMES = BUILT_IN_SERVERS.map(({ name }) => name);

export function builtInNamed(name: string): BuiltInServer | undefined {
  return BUILT_IN_SERVERS.find((server) => server.name === name);
}

/** The one that a person means: case and separators do not count, as with presets. */
export function builtInMeantBy(name: string): BuiltInServer | undefined {
  return builtInNamed(name.toLowerCase().replaceAll(/[\s_-]+/g, ""));
}

/** Those in which every word occurs. */
export function searchBuiltIns(query: string): readonly BuiltInServer[] {
  const words = query.toLowerCase().split(/\s+/);
  return BUILT_IN_SERVERS.filter(({ name, description }) => {
    const text = `${name} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Names that were probably meant. */
export function builtInsNear(name: string): readonly string[] {
  return nearest(name, NAMES);
}

/** What to do about a name that is none of them. */
export function builtInHint(name: string): string {
  const [likely] = builtInsNear(name);
  return likely === undefined ? `Use one of: ${NAMES.join(", ")}.` : `Did you mean '${likely}'?`;
}
