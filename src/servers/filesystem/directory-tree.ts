/** `directory_tree`: a folder and what is below it, level by level, so that a limit cuts the deep parts and not the last names. */
import { join } from "node:path";
import type { CallToolResult } from "@modelcontextprotocol/server";
import * as z from "zod";
import { messageOf } from "../../errors.ts";
import { FILE_KINDS, kindOf, type FileKind } from "../files/file-kind.ts";
import { PATH, type FileContext } from "../files/file-context.ts";
import { withFolder } from "../files/with-folder.ts";
import { tool, type ServerTool } from "../tool.ts";

const OUTPUT = z.object({
  path: z.string(),
  entries: z.array(z.object({ path: z.string().describe("Below the folder"), kind: z.enum(FILE_KINDS) })),
  cut: z
    .array(z.object({ path: z.string(), entries: z.number().optional(), reason: z.string() }))
    .describe("Folders of which not everything is shown"),
});
type Output = z.infer<typeof OUTPUT>;

export function directoryTreeTool({ roots }: FileContext): ServerTool {
  return tool({
    title: "Show a tree of folders",
    description:
      "Shows the tree of files and folders below a folder, down to a depth. Links are shown and not followed. " +
      "What is left out is named.",
    input: z
      .object({
        path: PATH.default("."),
        depth: z.number().int().min(1).max(64).default(4),
        limit: z.number().int().min(1).max(10_000).default(1000).describe("How many entries to show"),
      })
      .strict(),
    output: OUTPUT,
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: async ({ path, depth, limit }, { signal }): Promise<CallToolResult> => {
      const root = await withFolder({ roots, path }, async (folder) => folder.path);
      const structuredContent = await readTree({ roots, root, depth, limit, signal });
      return { content: [{ type: "text", text: drawTree(structuredContent) }], structuredContent };
    },
  });
}

/** Of all paths together: deep trees have long ones. */
const MAX_CHARACTERS = 500_000;

interface TreeRequest extends Pick<FileContext, "roots"> {
  readonly root: string;
  readonly depth: number;
  readonly limit: number;
  readonly signal: AbortSignal;
}

async function readTree({ roots, root, depth, limit, signal }: TreeRequest): Promise<Output> {
  const entries: Output["entries"] = [];
  const cut: Output["cut"] = [];
  let level = [""];
  let characters = 0;
  for (let deep = 1; level.length > 0; deep += 1) {
    const below: string[] = [];
    for (const folder of level) {
      signal.throwIfAborted();
      if (deep > depth || entries.length >= limit || characters > MAX_CHARACTERS) {
        cut.push({ path: folder, reason: deep > depth ? "depth" : "limit" });
        continue;
      }
      try {
        const children = await withFolder(
          { roots, path: join(root, folder) },
          async (_folder, found) => found,
        );
        const shown = children.slice(0, limit - entries.length);
        for (const child of shown) {
          const path = folder === "" ? child.name : `${folder}/${child.name}`;
          entries.push({ path, kind: kindOf(child) });
          characters += path.length;
          if (child.isDirectory()) below.push(path);
        }
        const left = children.length - shown.length;
        if (left > 0) cut.push({ path: folder, entries: left, reason: "limit" });
      } catch (error) {
        cut.push({ path: folder, reason: messageOf(error) }); // one closed folder does not hide the others
      }
    }
    level = below;
  }
  return { path: root, entries, cut };
}

function drawTree({ path, entries, cut }: Output): string {
  const reasons = new Map(
    cut.map(({ path: folder, entries: left, reason }) => [
      folder,
      left === undefined ? reason : `${left} more`,
    ]),
  );
  const children = Map.groupBy(entries, (entry) =>
    entry.path.slice(0, Math.max(0, entry.path.lastIndexOf("/"))),
  );
  const draw = (folder: string, indent: string): string[] => [
    ...(children.get(folder) ?? []).flatMap(({ path: own, kind }) => [
      `${indent}${own.slice(folder === "" ? 0 : folder.length + 1).replaceAll("\n", "\\n")}${MARKS[kind] ?? ""}`,
      ...(kind === "folder" ? draw(own, `${indent}  `) : []),
    ]),
    ...(reasons.has(folder) ? [`${indent}… (${reasons.get(folder)})`] : []),
  ];
  return [`${path}/`, ...draw("", "  ")].join("\n");
}

const MARKS: { readonly [Kind in FileKind]?: string } = {
  folder: "/",
  link: " (link)",
  pipe: " (pipe)",
  socket: " (socket)",
  device: " (device)",
};
