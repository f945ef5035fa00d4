/**
 * The tools by everything that somebody may call them: names as they are, and names without case and separators, so that
 * `Create Issue` finds `create_issue`. Who writes a tool's name wants that tool, whatever else the words may mean.
 */
import type { CatalogTool } from "../../catalog/snapshot.ts";

export interface NameIndex {
  /** The catalog's name → the tool's number. */
  readonly full: ReadonlyMap<string, number>;
  /** A name in each form that it is written in, without separators → the numbers of the tools that have it. */
  readonly plain: ReadonlyMap<string, readonly number[]>;
  /** The last words of a name with its server's before it, without separators → the tool's number, or several. */
  readonly endings: ReadonlyMap<string, number | "several">;
}

/** Longer names are found as they are, and by their words like any other text. */
const MAX_NAME = 160;
const MAX_PARTS = 16;

export function nameIndex(tools: readonly CatalogTool[]): NameIndex {
  const full = new Map<string, number>();
  const plain = new Map<string, number[]>();
  const endings = new Map<string, number | "several">();
  for (const [index, tool] of tools.entries()) {
    full.set(tool.name, index);
    const forms = formsOf(tool);
    for (const form of forms.plain) {
      const others = plain.get(form);
      if (others === undefined) plain.set(form, [index]);
      else others.push(index);
    }
    for (const ending of forms.endings) endings.set(ending, endings.has(ending) ? "several" : index);
  }
  return { full, plain, endings };
}

interface Forms {
  readonly plain: readonly string[];
  readonly endings: readonly string[];
}

/** Worked out once for each tool. */
const known = new WeakMap<CatalogTool, Forms>();

function formsOf(tool: CatalogTool): Forms {
  const forms = known.get(tool) ?? makeForms(tool);
  known.set(tool, forms);
  return forms;
}

function makeForms({ server, tool }: CatalogTool): Forms {
  if (server.length + tool.length > MAX_NAME) return { plain: [tool], endings: [] };
  const [ofServer, ofTool] = [plainName(server), plainName(tool)];
  const plain = new Set([ofTool === "" ? tool : ofTool, ofServer + ofTool, ofTool + ofServer]);
  const parts = partsOf(`${server} ${tool}`);
  const endings = parts.slice(1).map((_, start) => parts.slice(start + 1).join(""));
  return { plain: [...plain], endings };
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
}

function partsOf(name: string): readonly string[] {
  const parts = name.split(/[^\p{L}\p{M}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u, MAX_PARTS);
  return parts.filter((part) => part !== "").map((part) => part.toLowerCase());
}

/** How surely a name means the tool; the lower, the surer. */
export type NameMatch = 0 | 1 | 2 | 3;

/** The tools that the text names, each with how surely. */
export function matchNames(
  { full, plain, endings }: NameIndex,
  text: string,
  tools: readonly CatalogTool[],
): ReadonlyMap<number, NameMatch> {
  const matches = new Map<number, NameMatch>();
  const found = (index: number | undefined, match: NameMatch): void => {
    if (index !== undefined && !matches.has(index)) matches.set(index, match);
  };
  // The catalog's own names mean one tool also in the middle of a sentence.
  for (const word of [text, ...text.split(/\s+/)]) found(full.get(word), 0);
  const key = plainName(text);
  const keys = [text, key, key.replace(/^mcp/, "")];
  for (const index of keys.flatMap((form) => plain.get(form) ?? []))
    found(index, tools[index]?.tool === text ? 1 : 2);
  const ending = endings.get(key);
  // Several tools end in `search`: then it is a word like any other.
  if (ending !== "several") found(ending, 3);
  return matches;
}
