/** `list_directory`: what is in one folder, in order of name; links are listed as links and not followed. */
import { lstat } from "node:fs/promises";
import type { CallToolResult } from "@modelcontextprotocol/server";
import * as z from "zod";
import { FILE_KINDS, kindOf } from "../files/file-kind.ts";
import { PATH, type FileContext } from "../files/file-context.ts";
import { withFolder } from "../files/with-folder.ts";
import { tool, type ServerTool } from "../tool.ts";

const MAX_ENTRIES = 10_000;

const ENTRY = z.object({
  name: z.string(),
  kind: z.enum(FILE_KINDS),
  size: z.number().optional(),
  modified: z.string().optional(),
});
type Entry = z.infer<typeof ENTRY>;

const OUTPUT = z.object({
  path: z.string(),
  entries: z.array(ENTRY),
  total: z.number(),
  cut: z.number().describe("How many entries are left out"),
});

export function listDirectoryTool({ roots }: FileContext): ServerTool {
  return tool({
    title: "List a folder",
    description: "Lists what is in a folder, in order of name. details adds sizes and times.",
    input: z
      .object({
        path: PATH.default("."),
        limit: z.number().int().min(1).max(MAX_ENTRIES).default(1000),
        details: z.boolean().default(false).describe("Also sizes and times"),
      })
      .strict(),
    output: OUTPUT,
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: ({ path, limit, details }): Promise<CallToolResult> =>
      withFolder({ roots, path }, async (folder, children) => {
        const shown = children.slice(0, limit);
        const entries: Entry[] = [];
        for (const child of shown) {
          const entry = { name: child.name, kind: kindOf(child) };
          entries.push(details ? { ...entry, ...(await detailsOf(folder.at(child.name))) } : entry);
        }
        const cut = children.length - shown.length;
        const lines = entries.map(lineOf);
        if (cut > 0) lines.push(`[${cut} more entries are left out: raise limit, or list a folder below]`);
        const structuredContent = { path: folder.path, entries, total: children.length, cut };
        return { content: [{ type: "text", text: lines.join("\n") }], structuredContent };
      }),
  });
}

async function detailsOf(systemPath: string): Promise<Partial<Entry>> {
  try {
    const { size, mtime } = await lstat(systemPath);
    return { size, modified: mtime.toISOString() };
  } catch {
    return {}; // gone by now, or a name that cannot be written in Unicode
  }
}

function lineOf({ name, kind, size, modified }: Entry): string {
  const label = kind === "folder" ? "[DIR]" : kind === "file" ? "[FILE]" : `[${kind.toUpperCase()}]`;
  const rest = size === undefined ? "" : `  ${size} bytes  ${modified}`;
  return `${label} ${name.replaceAll("\n", "\\n")}${rest}`;
}
