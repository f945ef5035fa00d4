/** `delete`: removes a file, an empty folder, or a whole tree where that is asked for. Links are removed, never followed. */
import { rmdir, unlink } from "node:fs/promises";
import * as z from "zod";
import { systemCodeOf, TackleError } from "../../errors.ts";
import { FILE_KINDS, kindOf } from "../files/file-kind.ts";
import { PATH, type FileContext } from "../files/file-context.ts";
import { withPlace } from "../files/find-place.ts";
import type { OpenFolder } from "../files/open-folder.ts";
import { refuseLinkOutside } from "../files/refuse-link-outside.ts";
import { childrenOf } from "../files/with-folder.ts";
import { tool, type ServerTool } from "../tool.ts";

/** Each level holds a descriptor. */
const MAX_DEPTH = 512;

export function deleteTool({ roots, memory }: FileContext): ServerTool {
  return tool({
    title: "Delete",
    description:
      "Deletes a file or an empty folder; with recursive also a folder and everything in it. There is no way back.",
    input: z
      .object({
        path: PATH,
        recursive: z.boolean().default(false).describe("Delete what is in the folder, too"),
      })
      .strict(),
    output: z.object({
      path: z.string(),
      kind: z.enum(FILE_KINDS),
      deleted: z.number().describe("Files, folders and links"),
    }),
    annotations: { destructiveHint: true, idempotentHint: false, openWorldHint: false },
    run: ({ path, recursive }, { signal }) =>
      withPlace({ roots, path, followsLast: false }, async (place) => {
        const { folder, name, found, path: real } = place;
        if (found === undefined) throw new TackleError({ code: "not-found", message: `There is no ${real}` });
        if (name === ".")
          throw new TackleError({
            code: "policy",
            message: `${real} is an allowed folder itself, which stays`,
          });
        await refuseLinkOutside(place, { roots, path });
        await folder.check();
        const removal = new Removal(signal);
        if (!found.isDirectory()) await removal.one(() => unlink(folder.at(name)));
        else if (recursive) await removal.tree(folder, name);
        else await removal.one(() => rmdir(folder.at(name)).catch((error: unknown) => notEmpty(error, real)));
        memory.forget(real);
        return { path: real, kind: kindOf(found), deleted: removal.count };
      }),
  });
}

class Removal {
  count = 0;
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  async one(remove: () => Promise<void>): Promise<void> {
    await remove();
    this.count += 1;
  }

  async tree(parent: OpenFolder, name: string, depth = 1): Promise<void> {
    const folder = await parent.enter(name);
    try {
      if (depth > MAX_DEPTH) throw this.#stopped(folder.path, `it is more than ${MAX_DEPTH} folders deep`);
      for (const child of await childrenOf(folder)) {
        if (this.#signal.aborted) throw this.#stopped(folder.path, "the call was cancelled");
        if (child.isDirectory()) await this.tree(folder, child.name, depth + 1);
        else await this.one(() => unlink(folder.at(child.name)));
      }
    } catch (error) {
      throw error instanceof TackleError
        ? error
        : this.#stopped(folder.path, systemCodeOf(error) ?? "it failed", error);
    } finally {
      await folder.close();
    }
    await this.one(() => rmdir(parent.at(name)));
  }

  #stopped(path: string, why: string, cause?: unknown): TackleError {
    const message = `Stopped at ${path} (${why}); ${this.count} files and folders are deleted already`;
    return new TackleError({
      code: "execution",
      message,
      hint: "List the folder to see what is left.",
      cause,
    });
  }
}

function notEmpty(error: unknown, path: string): never {
  if (systemCodeOf(error) !== "ENOTEMPTY") throw error;
  const hint = "Set recursive to delete what is in it, too.";
  throw new TackleError({ code: "conflict", message: `The folder ${path} is not empty`, hint });
}
