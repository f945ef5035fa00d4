/** Images, audio and binary resources of a result as files, named by what made them and their place in it. */
import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf, TackleError } from "../../errors.ts";
import type { JsonObject } from "../../types.ts";
import type { Invocation, Option } from "../command.ts";
import { textOf } from "./text-of.ts";

export const OUTPUT_OPTION = {
  output: {
    type: "string",
    short: "o",
    value: "DIR",
    description: "Save images, audio and files of the result there",
  },
} as const satisfies Record<string, Option>;

/** Before the work: what has run must not lose its result to a folder that cannot be written. */
export function checkOutputFolder({ options }: Invocation): void {
  const folder = options.text("output");
  if (folder === undefined) return;
  try {
    if (!existsSync(folder)) mkdirSync(folder); // one level: Node never returns from deeper ones in some places
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const message = `--output: ${folder} cannot be written: ${messageOf(error)}`;
    throw new TackleError({
      code: "usage",
      message,
      hint: "Name a folder that exists and is yours.",
      cause: error,
    });
  }
}

export interface BinaryResult {
  readonly content: readonly JsonObject[];
  readonly name: string;
  readonly id: string;
}

/** The files that were written; none without `--output`. */
export function saveBinaries({ content, name, id }: BinaryResult, { options }: Invocation): string[] {
  const folder = options.text("output");
  if (folder === undefined) return [];
  return content.flatMap((block, index) => {
    const resource =
      typeof block["resource"] === "object" && block["resource"] !== null
        ? (block["resource"] as JsonObject)
        : block;
    const data = resource["blob"] ?? block["data"];
    if (typeof data !== "string") return [];
    const mime = textOf(resource["mimeType"], "application/octet-stream");
    const safe = name.replaceAll(/[^\w.-]/g, "_").slice(0, 60);
    const file = join(folder, `${safe}-${id.slice(0, 8)}-${index + 1}.${endingOf(mime)}`);
    writeFileSync(file, Buffer.from(data, "base64"));
    return [file];
  });
}

/** `image/svg+xml` → `svg`; anything odd → `bin`. */
function endingOf(mime: string): string {
  const ending = /^[\w-]+\/(?:x-)?([a-z0-9]+)/i.exec(mime)?.[1]?.toLowerCase() ?? "bin";
  return ending === "octet" ? "bin" : ending;
}
