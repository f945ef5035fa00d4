/** Checks a server that is about to be written, with the same rules that will read it from there later. */
import { resolve } from "node:path";
import type { Problem, Scope } from "../types.ts";
import { checkBuiltInName } from "./check-names.ts";
import type { ConfiguredServer } from "./config.ts";
import type { WrittenServer } from "./edit-file.ts";
import type { SourceLocation } from "./find-sources.ts";
import { loadFormat } from "./formats/for-file.ts";
import type { LoadOptions } from "./load-config.ts";
import { readRoot } from "./read-source.ts";

/** Where the server will stand: a project may say less than the user, and has a `.env` and a folder of its own. */
export interface ServerTarget {
  readonly scope: Scope;
  /** A relative path starts from the working directory. */
  readonly file: string;
}

/** Without a target it is checked as one of the user's own, without any `.env`. */
export async function checkServer(
  name: string,
  server: WrittenServer,
  options: LoadOptions,
  target?: ServerTarget,
): Promise<readonly Problem[]> {
  const written = await readWritten({ name, server, target }, options);
  const wrongName = written.server === undefined ? undefined : checkBuiltInName(written.server);
  return wrongName === undefined ? written.problems : [...written.problems, wrongName];
}

export interface ServerToWrite {
  readonly name: string;
  readonly server: WrittenServer;
  readonly target: ServerTarget | undefined;
}

/** What would be read from there: the server, unless it cannot be one, and every problem. */
export async function readWritten(
  { name, server, target }: ServerToWrite,
  options: LoadOptions,
): Promise<{ readonly server: ConfiguredServer | undefined; readonly problems: readonly Problem[] }> {
  const location: SourceLocation =
    target === undefined
      ? { scope: "user", file: "the new server", inlineText: "" }
      : { scope: target.scope, file: resolve(options.cwd, target.file) };
  const format = await loadFormat("json");
  const root = format.parse(JSON.stringify({ mcpServers: { [name]: server } }));
  // Nothing is watched here, so that nobody needs to know which files were read.
  const { servers, problems } = readRoot(root, location, { options, see: () => {} });
  return { server: servers[0], problems };
}
