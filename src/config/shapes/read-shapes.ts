/** Which shapes a file has, and what they say together. A file may mix them; the first that names a server wins. */
import type { Finding } from "../finding.ts";
import type { ConfigNode } from "../formats/node.ts";
import { bareArrayShape } from "./bare-array.ts";
import { bareMapShape } from "./bare-map.ts";
import { mcpListShape } from "./mcp-list.ts";
import { mcpObjectShape } from "./mcp-object.ts";
import { mcpServersShape } from "./mcp-servers.ts";
import { mcpTablesShape } from "./mcp-tables.ts";
import type { Shape, ShapeContent } from "./shape.ts";
import { toolsListShape } from "./tools-list.ts";
import { findUnknownKeys } from "./unknown-keys.ts";
import { vscodeServersShape } from "./vscode-servers.ts";

const SHAPES: readonly Shape[] = [
  mcpServersShape,
  mcpObjectShape,
  mcpListShape,
  toolsListShape,
  mcpTablesShape,
  vscodeServersShape,
  bareArrayShape,
];

/** The shapes that a file has; none for an empty map, which is a file without servers yet. */
export function shapesOf(root: ConfigNode): readonly Shape[] {
  const shapes = SHAPES.filter((shape) => shape.matches(root));
  return shapes.length === 0 && bareMapShape.matches(root) ? [bareMapShape] : shapes;
}

/** Everything a file says about servers and settings, in canonical terms. */
export function readShapes(root: ConfigNode): ShapeContent {
  const shapes = shapesOf(root);
  const contents = shapes.map((shape) => shape.read(root));
  return {
    servers: contents.flatMap((content) => content.servers),
    settings: contents.flatMap((content) => content.settings),
    problems: [...contents.flatMap((content) => content.problems), ...problemsOfFile(root, shapes)],
  };
}

function problemsOfFile(root: ConfigNode, shapes: readonly Shape[]): readonly Finding[] {
  if (root.kind === "scalar") return [notServers(root, "The file holds a single value, not servers")];
  if (root.kind === "list" || root.entries.length === 0 || shapes.includes(bareMapShape)) return [];
  const unknown = findUnknownKeys(root, {
    isServersKnown: shapes.includes(vscodeServersShape),
    isMcpOfServers: shapes.includes(mcpTablesShape),
  });
  if (unknown.length > 0 || shapes.length > 0) return unknown;
  return [notServers(root, "The file names no servers")];
}

function notServers({ at }: ConfigNode, message: string): Finding {
  const fix = `Write {"mcpServers": {"name": {"command": "…"}}}, or one of the shapes in 'tackle config --help'.`;
  return { severity: "error", at, field: "mcpServers", message, fix };
}
