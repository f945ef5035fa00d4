/**
 * One tool as a call in TypeScript, in three levels of detail, for models and people. Everything in it that a server wrote
 * is made safe: no text ends a comment, starts a line or reaches a terminal as anything but text.
 */
import type { OfferedTool } from "../catalog/catalog-tool.ts";
import { docLines, firstSentence, oneLine, writeComment } from "./doc-text.ts";
import { lonelyCodeName, type CodeName, type CodeNameTable } from "./names/code-name-table.ts";
import type { Shape } from "./shapes/shape.ts";
import { toolTypes, type ToolTypes } from "./tool-types.ts";
import { fitType, type Fit } from "./types/fit-type.ts";

/**
 * `name`: which tool, and its first sentence. `line`: its signature and first sentence on one line. `full`: everything that
 * it says of itself, with a comment on each parameter.
 */
export type Detail = "name" | "line" | "full";

export interface SignatureOptions {
  readonly detail: Detail;
  /** The names of the catalog; without it the tool is named as if it were alone. */
  readonly names?: CodeNameTable | undefined;
  /** What its results looked like so far; shown where the server promises nothing. */
  readonly shape?: Shape | undefined;
}

export interface Signature {
  /** What code writes to reach the tool: `device.BraveSearchMCP.search`. */
  readonly expression: string;
  /** That with its parameters and, where it is known, what it returns; at `name` the expression alone. */
  readonly signature: string;
  /** The first sentence, at `full` the whole; empty when the tool says nothing. */
  readonly description: string;
  /** The result type was learned, not promised. */
  readonly isSeen: boolean;
  /** All of it as one text: a line, at `full` several. */
  readonly text: string;
}

export function signatureOf(tool: OfferedTool, { detail, names, shape }: SignatureOptions): Signature {
  const name = names?.codeNameOf(tool) ?? lonelyCodeName(tool);
  const { expression } = name;
  const said = descriptionOf(tool);
  if (detail === "name") {
    const description = firstSentence(said, MAX_NAME_SENTENCE);
    const text = withRemark(shortExpression(name), ": ", description);
    return { expression, signature: expression, description, isSeen: false, text };
  }
  const types = toolTypes(tool.definition, shape);
  const { isSeen } = types;
  if (detail === "line") {
    const signature = writeCall(expression, types, LINE);
    const description = firstSentence(said, MAX_LINE_SENTENCE);
    const remark = [...(isSeen ? [AS_SEEN] : []), ...(description === "" ? [] : [description])].join("; ");
    return { expression, signature, description, isSeen, text: withRemark(signature, " // ", remark) };
  }
  const signature = writeCall(expression, types, FULL);
  const lines = fullDescription(said, types);
  const comment = writeComment(lines, "");
  const shown = isSeen ? `${signature} // ${AS_SEEN}` : signature;
  const text = comment === undefined ? shown : `${comment}\n${shown}`;
  return { expression, signature, description: docLines(said, MAX_DESCRIPTION).join("\n"), isSeen, text };
}

export const AS_SEEN = "as seen";

const MAX_NAME_SENTENCE = 100;
const MAX_LINE_SENTENCE = 140;
/** What models are given of a description at most. */
const MAX_DESCRIPTION = 8192;

interface CallStyle {
  readonly input: Fit;
  readonly output: Fit;
}

const SHORT = {
  depth: 3,
  maxUnionChars: 160,
  showsOpen: false,
  defaults: "sign",
  object: "object",
  docs: undefined,
} as const;
const LINE: CallStyle = { input: { ...SHORT, maxChars: 700 }, output: { ...SHORT, maxChars: 300 } };

const LONG = {
  ...SHORT,
  depth: 8,
  maxUnionChars: 2000,
  showsOpen: true,
  docs: { indent: "", maxChars: 1000 },
} as const;
const FULL: CallStyle = { input: { ...LONG, maxChars: 12_000 }, output: { ...LONG, maxChars: 6000 } };

/** The call with its parameters as people write it; defaults are no TypeScript, but say more than a comment would. */
function writeCall(expression: string, { input, output }: ToolTypes, style: CallStyle): string {
  const parameters = input === undefined ? "" : fitType(input, style.input);
  const result = output === undefined ? "" : `: Promise<${fitType(output, style.output)}>`;
  return `${expression}(${parameters})${result}`;
}

/** The tool's own words with what its parameters must fulfil together. */
export function fullDescription(said: string, { notes }: ToolTypes): string[] {
  const lines = docLines(said, MAX_DESCRIPTION);
  return notes.length === 0 ? lines : [...lines, `(${oneLine(notes.join("; "), MAX_LINE_SENTENCE)})`];
}

/** What a tool says of itself, or at least its title. */
export function descriptionOf({ definition: { description, title } }: OfferedTool): string {
  if (typeof description === "string" && description !== "") return description;
  return typeof title === "string" ? title : "";
}

/** Without the root, which says nothing where only names are listed. */
function shortExpression({ expression }: CodeName): string {
  return expression.slice(expression.indexOf(".") + 1);
}

function withRemark(text: string, joint: string, remark: string): string {
  return remark === "" ? text : `${text}${joint}${remark}`;
}
