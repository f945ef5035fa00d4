/** `move`: gives a file or folder another name or place. Never replaces anything unless that was asked for. */
import { link, rename, unlink } from "node:fs/promises";
import * as z from "zod";
import { systemCodeOf, TackleError } from "../../errors.ts";
import { PATH, type FileContext } from "../files/file-context.ts";
import { withPlace, type Place } from "../files/find-place.ts";
import { refuseLinkOutside } from "../files/refuse-link-outside.ts";
import { tool, type ServerTool } from "../tool.ts";

const INPUT = z
  .object({
    source: PATH,
    destination: PATH.describe("The new path itself, not the folder to move into"),
    overwrite: z.boolean().default(false).describe("Replace a file at the destination"),
    create_parents: z.boolean().default(false).describe("Create the folders that are missing"),
  })
  .strict();

export function moveTool(context: FileContext): ServerTool {
  const { roots, memory } = context;
  return tool({
    title: "Move or rename",
    description:
      "Moves or renames a file or folder. Fails when there is something at the destination, unless overwrite is true.",
    input: INPUT,
    output: z.object({ source: z.string(), destination: z.string() }),
    annotations: { destructiveHint: true, idempotentHint: false, openWorldHint: false },
    run: ({ source, destination, overwrite, create_parents }) =>
      withPlace({ roots, path: source, followsLast: false }, async (from) => {
        await checkMovable(from, { context, path: source });
        const target = { roots, path: destination, followsLast: false, createsFolders: create_parents };
        return withPlace(target, async (to) => {
          refuseOverwrite(to, overwrite);
          await refuseLinkOutside(to, { roots, path: destination });
          await from.folder.check();
          await to.folder.check();
          await (overwrite ? rename(systemPath(from), systemPath(to)) : moveWithoutReplacing(from, to));
          memory.forget(from.path);
          memory.forget(to.path);
          return { source: from.path, destination: to.path };
        });
      }),
  });
}

async function checkMovable(
  from: Place,
  { context, path }: { readonly context: FileContext; readonly path: string },
): Promise<void> {
  if (from.found === undefined)
    throw new TackleError({ code: "not-found", message: `There is no ${from.path}` });
  if (from.name === ".") throw rootItself(from.path);
  await refuseLinkOutside(from, { roots: context.roots, path });
}

function refuseOverwrite({ found, path, name }: Place, overwrite: boolean): void {
  if (found === undefined) return;
  if (name === ".") throw rootItself(path);
  if (overwrite && !found.isDirectory()) return;
  throw new TackleError({
    code: "conflict",
    message: `${path} exists already; nothing was moved`,
    hint: found.isDirectory()
      ? "Give the whole new path, with the name in that folder."
      : "Choose another name, or set overwrite.",
  });
}

/** A hard link fails where something has appeared in the meantime; a rename would replace it. */
async function moveWithoutReplacing(from: Place, to: Place): Promise<void> {
  if (from.found?.isFile() === true) {
    const isLinked = await link(systemPath(from), systemPath(to)).then(
      () => true,
      (error: unknown) => {
        if (["EEXIST", "ENOENT", "EXDEV"].includes(systemCodeOf(error) ?? "")) throw error;
        return false; // not every file system has hard links, and not every file may be linked
      },
    );
    if (isLinked) {
      await unlink(systemPath(from));
      return;
    }
  }
  await rename(systemPath(from), systemPath(to));
}

function systemPath({ folder, name }: Place): string {
  return folder.at(name);
}

function rootItself(path: string): TackleError {
  return new TackleError({
    code: "policy",
    message: `${path} is an allowed folder itself, which stays as it is`,
  });
}
