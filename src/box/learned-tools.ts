/** What was learned of one server's tools, and its form in a file. Files can be damaged: what does not fit is not there. */
import { mergeShapes } from "../signature/shapes/merge-shapes.ts";
import { readShape } from "../signature/shapes/read-shape.ts";
import type { Shape } from "../signature/shapes/shape.ts";
import { trimShape } from "../signature/shapes/trim-shape.ts";
import { isObject } from "../util/is-object.ts";

export interface LearnedTool {
  /** Of the tool's definition: another one starts with a clean sheet. */
  readonly fingerprint: string;
  /** How many results were looked at. */
  readonly results: number;
  readonly shape: Shape;
}

const VERSION = 1;
const MAX_TOOLS = 1000;

export function asLearnedTools(value: unknown): Map<string, LearnedTool> {
  const tools = new Map<string, LearnedTool>();
  if (!isObject(value) || value["version"] !== VERSION || !Array.isArray(value["tools"])) return tools;
  for (const entry of value["tools"].slice(0, MAX_TOOLS).filter(isObject)) {
    const { tool, fingerprint, results } = entry;
    const shape = readShape(entry["shape"]);
    if (typeof tool !== "string" || typeof fingerprint !== "string" || typeof results !== "number") continue;
    if (shape !== undefined) tools.set(tool, { fingerprint, results, shape });
  }
  return tools;
}

export function fromLearnedTools(tools: ReadonlyMap<string, LearnedTool>): object {
  const entries = [...tools].slice(-MAX_TOOLS).map(([tool, learned]) => ({ tool, ...learned }));
  return { version: VERSION, tools: entries };
}

/** Of a tool that both know differently, ours is the newer definition. */
export function mergeLearned(
  ours: ReadonlyMap<string, LearnedTool>,
  theirs: ReadonlyMap<string, LearnedTool>,
): ReadonlyMap<string, LearnedTool> {
  const merged = new Map(theirs);
  for (const [tool, own] of ours) {
    const other = theirs.get(tool);
    merged.set(tool, other?.fingerprint === own.fingerprint ? mergeTool(own, other) : own);
  }
  return merged;
}

function mergeTool(own: LearnedTool, other: LearnedTool): LearnedTool {
  const shape = trimShape(mergeShapes(own.shape, other.shape));
  return { ...own, shape, results: Math.max(own.results, other.results) };
}
