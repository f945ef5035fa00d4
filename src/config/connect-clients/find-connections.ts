/** Whether a client has our gateway already, in which file, under which name. A file that cannot be read is a problem, not an error. */
import type { Problem } from "../../types.ts";
import type { Client } from "../import-clients/client.ts";
import { findClientFiles } from "../import-clients/find-client-files.ts";
import { isOurselves } from "../import-clients/ourselves.ts";
import type { Places } from "../import-clients/places.ts";
import { readClientFile } from "../import-clients/read-client-file.ts";
import type { Scope } from "./connector.ts";

interface Connection {
  readonly scope: Scope;
  readonly file: string;
  readonly name: string;
  /** An address, or the words of a command line. */
  readonly target: readonly string[];
}

export interface ClientConnections {
  readonly connections: readonly Connection[];
  /** Of whole files; what is wrong with other servers is not for us to say. */
  readonly problems: readonly Problem[];
}

export async function findConnections(client: Client, places: Places): Promise<ClientConnections> {
  const files = findClientFiles([client], places);
  const contents = await Promise.all(
    files.map((file) => readClientFile(file, { places, targetFolder: undefined })),
  );
  return {
    connections: contents.flatMap(({ servers }) =>
      servers
        .filter(({ name, server }) => isOurselves(name, server))
        .map(({ name, file, isProjects, server }) => ({
          scope: isProjects ? "project" : "user",
          file,
          name,
          target: [server["url"], server["command"], server["args"]]
            .flat()
            .filter((word) => typeof word === "string"),
        })),
    ),
    problems: contents.flatMap(({ problems }) =>
      problems.filter(({ severity, server }) => severity === "error" && server === undefined),
    ),
  };
}
