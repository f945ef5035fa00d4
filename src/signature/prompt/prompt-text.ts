/**
 * What a model is told about the tools of a catalog, within a budget of tokens: every signature if they fit, else every name,
 * else the servers. The same catalog gives the same text, so that a provider can cache it.
 */
import type { Snapshot } from "../../catalog/snapshot.ts";
import type { ToolRef } from "../../types.ts";
import { firstSentence } from "../doc-text.ts";
import { codeNameTable, ROOT, type CodeNameTable, type CodeServer } from "../names/code-name-table.ts";
import type { Shape } from "../shapes/shape.ts";
import { signatureOf } from "../signature-of.ts";
import { directoryOf, MAX_ABOUT_CHARS, shownMembers, type DirectoryOptions } from "./directory-of.ts";
import { estimateTokens } from "../estimate-tokens.ts";

export interface PromptOptions extends DirectoryOptions {
  readonly maxTokens: number;
  /** What is known of the results of a tool that promises nothing. */
  readonly shapeOf?: ((ref: ToolRef) => Shape | undefined) | undefined;
}

export interface PromptText {
  readonly text: string;
  /** Which of the three it is; all but the first leave something to be searched for. */
  readonly level: "signatures" | "names" | "directory";
  /** As estimated; below the budget by a margin for the estimate's own error. */
  readonly tokens: number;
  /** Servers that did not even fit by name. */
  readonly omitted: number;
}

export function promptText(snapshot: Snapshot, options: PromptOptions): PromptText {
  const maxTokens = options.maxTokens * SAFE_PART;
  const writing = { ...options, maxTokens, names: options.names ?? codeNameTable(snapshot) };
  const levels = [
    { level: "signatures", lines: signatureLines(writing) },
    { level: "names", lines: nameLines(writing) },
  ] as const;
  for (const { level, lines } of levels) {
    const { text, tokens, isWhole } = writeWithin(lines, maxTokens);
    if (isWhole) return { text, level, tokens, omitted: 0 };
  }
  return writeDirectory(snapshot, writing);
}

/** The estimate falls short by up to a twelfth where a text is little more than odd names; a budget is a promise. */
const SAFE_PART = 0.92;

type Writing = PromptOptions & { readonly names: CodeNameTable };

/** Lines are made one by one, so that a catalog that is far too large costs no more than one that just does not fit. */
function* signatureLines(writing: Writing): Generator<string> {
  const { names, shapeOf, describe, isShown = () => true } = writing;
  for (const server of names.servers.values()) {
    const tools = server.tools.filter((tool) => !tool.held && isShown(tool));
    if (tools.length === 0) continue;
    const about = firstSentence(describe?.(server.server) ?? "", MAX_ABOUT_CHARS);
    yield about === "" ? headOf(server) : `${headOf(server)}: ${about}`;
    for (const tool of tools) {
      const { text } = signatureOf(tool, { detail: "line", names, shape: shapeOf?.(tool) });
      // The head has named the server; `.search(…)` becomes `search(…)`, and `["odd name"](…)` stays.
      yield `  ${text.slice(headOf(server).length).replace(/^\./, "")}`;
    }
  }
}

function* nameLines({ names, isShown }: Writing): Generator<string> {
  for (const server of names.servers.values()) {
    const members = shownMembers(server, names, isShown);
    if (members.length > 0) yield `${headOf(server)}: ${members.join(", ")}`;
  }
}

function headOf({ name }: CodeServer): string {
  return `${ROOT}.${name}`;
}

interface Written {
  readonly text: string;
  readonly tokens: number;
  /** How many of the lines it has. */
  readonly count: number;
  readonly isWhole: boolean;
}

function writeWithin(lines: Iterable<string>, maxTokens: number): Written {
  const kept: string[] = [];
  let tokens = 0;
  for (const line of lines) {
    const cost = estimateTokens(`${line}\n`);
    if (tokens + cost > maxTokens)
      return { text: kept.join("\n"), tokens, count: kept.length, isWhole: false };
    tokens += cost;
    kept.push(line);
  }
  return { text: kept.join("\n"), tokens, count: kept.length, isWhole: true };
}

/** As many servers as fit, and how many there are besides. */
function writeDirectory(snapshot: Snapshot, writing: Writing): PromptText {
  const entries = directoryOf(snapshot, writing);
  const lines = entries.map(({ line }) => line);
  const whole = writeWithin(lines, writing.maxTokens);
  if (whole.isWhole) return { text: whole.text, level: "directory", tokens: whole.tokens, omitted: 0 };
  const remarkCost = estimateTokens(remarkOn(entries.length));
  const { text, tokens, count } = writeWithin(lines, writing.maxTokens - remarkCost);
  const omitted = entries.length - count;
  if (remarkCost > writing.maxTokens) return { text: "", level: "directory", tokens: 0, omitted };
  const remark = remarkOn(omitted);
  const shown = text === "" ? remark : `${text}\n${remark}`;
  return { text: shown, level: "directory", tokens: tokens + remarkCost, omitted };
}

function remarkOn(omitted: number): string {
  return `… and ${omitted} more ${omitted === 1 ? "server" : "servers"}`;
}
