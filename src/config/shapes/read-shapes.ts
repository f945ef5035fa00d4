/** Which shapes a file has, and what they say together. A file may mix them; the first that names a server wins. */
import type { ConfigNode } from "../formats/node.ts";
import { nearest } from "../../util/nearest.ts";
import { bareArrayShape } from "./bare-array.ts";
import { mcpListShape } from "./mcp-list.ts";
import { mcpObjectShape } from "./mcp-object.ts";
import { mcpServersShape } from "./mcp-servers.ts";
import { mcpTablesShape } from "./mcp-tables.ts";
import type { Shape, ShapeContent, ShapeProblem } from "./shape.ts";
import { toolsListShape } from "./tools-list.ts";

const SHAPES: readonly Shape[] = [
  mcpServersShape,
  mcpObjectShape,
  mcpListShape,
  toolsListShape,
  mcpTablesShape,
  bareArrayShape,
];

const TOP_LEVEL_KEYS = ["mcpServers", "mcp", "tools", "settings", "allowedTools", "policy"];

/** The shapes that a file has; none for an empty map, which is a file without servers yet. */
export function shapesOf(root: ConfigNode): readonly Shape[] {
  return SHAPES.filter((shape) => shape.matches(root));
}

/** Everything a file says about servers and settings, in canonical terms. */
export function readShapes(root: ConfigNode): ShapeContent {
  const contents = shapesOf(root).map((shape) => shape.read(root));
  return {
    servers: contents.flatMap((content) => content.servers),
    settings: contents.flatMap((content) => content.settings),
    problems: [
      ...contents.flatMap((content) => content.problems),
      ...topLevelProblems(root, contents.length),
    ],
  };
}

function topLevelProblems(root: ConfigNode, shapes: number): ShapeProblem[] {
  if (root.kind === "scalar") {
    return [{ at: root.at, message: "The file holds a single value, not servers", fix: EXPECTED }];
  }
  if (root.kind === "list" || root.entries.length === 0) return [];
  const suspects = root.entries.flatMap((entry) => {
    if (TOP_LEVEL_KEYS.includes(entry.key)) return [];
    const [known] = nearest(entry.key, TOP_LEVEL_KEYS);
    if (known === undefined) return [];
    return [{ at: entry.keyAt, message: `Unknown key '${entry.key}'`, fix: `Did you mean '${known}'?` }];
  });
  if (suspects.length > 0 || shapes > 0) return suspects;
  return [{ at: root.at, message: "The file names no servers", fix: EXPECTED }];
}

const EXPECTED = `Write {"mcpServers": {"name": {"command": "…"}}}, or one of the shapes in 'tackle config --help'.`;
