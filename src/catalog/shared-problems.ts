/** What is worth telling about the servers of a catalog only when they are seen together. */
import type { NamingStrategy, ToolRef } from "../types.ts";
import { showSafely } from "./inspect/finding.ts";
import { describeHiddenResources } from "./hidden-resources.ts";
import { findTwins } from "./names/find-twins.ts";
import type { NameTables } from "./names/name-tables.ts";
import type { CatalogResource } from "./server-offer.ts";

export interface SharedView {
  readonly servers: readonly string[];
  readonly tables: NameTables<ToolRef>;
  readonly strategy: NamingStrategy;
  readonly resources: readonly CatalogResource[];
}

export function findSharedProblems({ servers, tables, strategy, resources }: SharedView): readonly string[] {
  return [
    ...findTwins(servers).map((twins) => `Servers that look alike: ${quoteAll(twins)}.`),
    ...contestedNames(tables, strategy),
    ...reservedNames(tables),
    ...describeHiddenResources(resources),
  ].map(showSafely);
}

function contestedNames(tables: NameTables<ToolRef>, strategy: NamingStrategy): string[] {
  const { refs, reserved } = tables;
  const contested = [...tables.of(strategy).contested].filter(([name]) => !reserved.has(name));
  return contested.map(([name, indexes]) => {
    const claimants = indexes
      .flatMap((index) => refs[index] ?? [])
      .map(({ server, tool }) => `${server}::${tool}`);
    return `Several tools would be called '${name}', so each has a longer name: ${quoteAll(claimants.sort())}.`;
  });
}

/** They can be called by their full names; the short one belongs to Tacklebox. */
function reservedNames({ indexes, reserved }: NameTables<ToolRef>): string[] {
  return [...indexes].flatMap(([server, tools]) =>
    [...reserved]
      .filter((name) => tools.has(name))
      .map(
        (name) =>
          `Server '${server}' has a tool '${name}', which is a name of Tacklebox itself; only its full name means it.`,
      ),
  );
}

function quoteAll(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(", ");
}
