/** What `tackle docs` and `tackle types` know of the tools besides the catalog: names in code, descriptions, result shapes. */
import type { Box } from "../box/box.ts";
import { codeNamesOf } from "../box/code/code-names.ts";
import type { Config } from "../config/config.ts";
import type { DeclarationOptions } from "../signature/declarations-of.ts";
import type { CodeNameTable } from "../signature/names/code-name-table.ts";

export interface CatalogDocs extends DeclarationOptions {
  readonly names: CodeNameTable;
}

/** The names are those that the whole configuration gives, also where only a part of it was started. */
export function documentCatalog(box: Box, config: Config): CatalogDocs {
  return {
    names: codeNamesOf({ catalog: box.catalog, config }, validServers(config)),
    shapeOf: (ref) => box.shapes.of(ref),
    describe: (server) => {
      const configured = config.servers.get(server);
      return configured?.status === "valid" ? configured.definition.description : undefined;
    },
  };
}

/** Those that have a name in code. */
export function validServers(config: Config): readonly string[] {
  return [...config.servers.values()].filter(({ status }) => status === "valid").map(({ name }) => name);
}
