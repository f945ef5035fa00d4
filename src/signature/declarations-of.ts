/**
 * A whole catalog as one `.d.ts`: `device` with every server and tool, their comments and what they return, and the other names
 * that a program has. It must parse as TypeScript whatever the servers wrote, and declare nothing but those and one namespace.
 */
import type { CatalogTool, Snapshot } from "../catalog/snapshot.ts";
import type { ToolRef } from "../types.ts";
import { oneLine, writeComment } from "./doc-text.ts";
import { codeNameTable, ROOT, type CodeServer, type CodeNameTable } from "./names/code-name-table.ts";
import { HANDLE_DECLARATION, PROGRAM_GLOBALS } from "./program-globals.ts";
import type { Shape } from "./shapes/shape.ts";
import { AS_SEEN, descriptionOf, fullDescription } from "./signature-of.ts";
import { toolTypes } from "./tool-types.ts";
import { fitType } from "./types/fit-type.ts";
import { isIdentifier, writeString } from "./types/write-literal.ts";

export interface DeclarationOptions {
  readonly names?: CodeNameTable | undefined;
  /** What is known of the results of a tool that promises nothing. */
  readonly shapeOf?: ((ref: ToolRef) => Shape | undefined) | undefined;
  /** A server's description. */
  readonly describe?: ((server: string) => string | undefined) | undefined;
  /** Which tools are declared; all where it is not given. */
  readonly isShown?: ((tool: CatalogTool) => boolean) | undefined;
}

/** Tools that are held back are left out, too: nobody has looked at what they say now. */
export function declarationsOf(snapshot: Snapshot, options: DeclarationOptions = {}): string {
  const names = options.names ?? codeNameTable(snapshot);
  const servers = [...names.servers.values()]
    .map((server) => ({ ...server, tools: server.tools.filter((tool) => isDeclared(tool, options)) }))
    .filter(({ tools }) => tools.length > 0);
  const interfaces = servers.map((server) => writeServer(server, { ...options, names }));
  const members = servers.map((server) => {
    const comment = writeComment([aboutServer(server, options)], "  ") ?? "";
    return `${comment}\n  readonly ${server.name}: ${NAMESPACE}.${interfaceName(server)};`;
  });
  return [
    "/** The tools of this catalog, as code calls them. Written by `tackle types`; changes are lost when it runs again. */",
    `declare namespace ${NAMESPACE} {\n${[HANDLE_DECLARATION, ...interfaces].join("\n\n")}\n}\n`,
    members.length === 0
      ? `declare const ${ROOT}: {};`
      : `declare const ${ROOT}: {\n${members.join("\n")}\n};`,
    "",
    PROGRAM_GLOBALS,
    "",
  ].join("\n");
}

function isDeclared(tool: CatalogTool, { isShown }: DeclarationOptions): boolean {
  return !tool.held && isShown?.(tool) !== false;
}

const NAMESPACE = "TackleDevice";
const INDENT = "    ";
const MAX_ABOUT_CHARS = 200;

/** Not the bare name: a skill may be called `Promise`, which the types need. */
function interfaceName({ name }: CodeServer): string {
  return `${name}Tools`;
}

function aboutServer({ server }: CodeServer, { describe }: DeclarationOptions): string {
  const about = describe?.(server);
  return oneLine(about === undefined ? server : `${server}: ${about}`, MAX_ABOUT_CHARS);
}

type Writing = DeclarationOptions & { readonly names: CodeNameTable };

function writeServer(server: CodeServer, writing: Writing): string {
  const tools = server.tools.map((tool) => writeTool(tool, server, writing));
  return `  interface ${interfaceName(server)} {\n${tools.join("\n")}\n  }`;
}

function writeTool(tool: CatalogTool, server: CodeServer, { names, shapeOf }: Writing): string {
  const { member = tool.tool, others = [] } = names.codeNameOf(tool) ?? {};
  const types = toolTypes(tool.definition, shapeOf?.(tool));
  const { input, isInputOptional, output, isSeen } = types;
  const parameters =
    input === undefined ? "" : `args${isInputOptional ? "?" : ""}: ${fitType(input, PARAMETERS)}`;
  const result = output === undefined ? "unknown" : fitType(output, RESULT);
  const comment = writeComment(fullDescription(descriptionOf(tool), types), INDENT);
  const method = `${INDENT}${writeMethodName(member)}(${parameters}): Promise<${result}>;${isSeen ? ` // ${AS_SEEN}` : ""}`;
  // The same tool by its other names, without saying everything again.
  const same = others.map(
    (other) => `${INDENT}${writeMethodName(other)}: ${interfaceName(server)}[${writeString(member)}];`,
  );
  return [...(comment === undefined ? [] : [comment]), method, ...same].join("\n");
}

const COMMON = {
  depth: 8,
  maxUnionChars: 4000,
  showsOpen: true,
  defaults: "comment",
  object: "Record<string, unknown>",
  docs: { indent: INDENT, maxChars: 1000 },
} as const;
const PARAMETERS = { ...COMMON, maxChars: 16_000 };
const RESULT = { ...COMMON, maxChars: 8000, handle: "Handle" };

/** `new()` would declare a constructor, and quotes make it a name again. */
function writeMethodName(name: string): string {
  return isIdentifier(name) && name !== "new" ? name : writeString(name);
}
