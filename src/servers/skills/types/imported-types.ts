/** The types that a file takes from others by a relative path: `import type { A } from "./a.ts"`, and what it passes on from there. */
import type { Statement } from "@babel/types";
import { placeOf } from "../source/parse-source.ts";
import type { Place } from "../skill-tool.ts";

export interface ImportedTypes {
  readonly specifier: string;
  /** The name there and the name here; undefined for all. */
  readonly names: readonly (readonly [string, string])[] | undefined;
  readonly at: Place;
}

export function importedTypes(statements: readonly Statement[]): ImportedTypes[] {
  return statements.flatMap((statement): ImportedTypes[] => {
    const names = namesIn(statement);
    const specifier = "source" in statement ? statement.source?.value : undefined;
    if (names === "none" || specifier === undefined || !/^\.\.?\//.test(specifier)) return [];
    return [{ specifier, names: names === "all" ? undefined : names, at: placeOf(statement) }];
  });
}

function namesIn(statement: Statement): readonly (readonly [string, string])[] | "all" | "none" {
  switch (statement.type) {
    case "ImportDeclaration": {
      const isWhole = statement.importKind === "type";
      const names = statement.specifiers.flatMap((one): (readonly [string, string])[] => {
        if (one.type === "ImportDefaultSpecifier") return isWhole ? [["default", one.local.name]] : [];
        if (one.type !== "ImportSpecifier" || (!isWhole && one.importKind !== "type")) return [];
        return [[nameOf(one.imported), one.local.name]];
      });
      return names.length === 0 ? "none" : names;
    }
    case "ExportNamedDeclaration": {
      const isWhole = statement.exportKind === "type";
      const names = statement.specifiers.flatMap((one): (readonly [string, string])[] => {
        const isType = isWhole || ("exportKind" in one && one.exportKind === "type");
        return one.type === "ExportSpecifier" && isType ? [[nameOf(one.local), nameOf(one.exported)]] : [];
      });
      return names.length === 0 ? "none" : names;
    }
    case "ExportAllDeclaration":
      return "all";
    default:
      return "none";
  }
}

function nameOf(name: { readonly name: string } | { readonly value: string }): string {
  return "name" in name ? name.name : name.value;
}
