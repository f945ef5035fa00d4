/** Checks a server that is about to be written, with the same rules that will read it later. */
import type { Problem } from "../types.ts";
import type { WrittenServer } from "./edit-file.ts";
import { loadFormat } from "./formats/for-file.ts";
import { readRoot, type LoadOptions } from "./load-config.ts";

export async function checkServer(
  name: string,
  server: WrittenServer,
  options: LoadOptions,
): Promise<readonly Problem[]> {
  const format = await loadFormat("json");
  const root = format.parse(JSON.stringify({ mcpServers: { [name]: server } }));
  return readRoot(root, { scope: "user", file: "the new server", inlineText: "" }, options).problems;
}
