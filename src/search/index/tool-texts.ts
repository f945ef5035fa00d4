/**
 * The texts of a tool that are searched, by field. All of it comes from a server: it is read with limits, and a schema that
 * is nested without end or refers to itself is read to a certain depth.
 */
import type { CatalogTool } from "../../catalog/snapshot.ts";
import { isObject } from "../../util/is-object.ts";
import type { FieldName } from "../rank/ranking.ts";

const MAX_DESCRIPTION = 4000;
const MAX_LEAD = 300;
const MAX_PARAMETERS = 200;
const MAX_PARAMETER_TEXT = 400;
const MAX_CHOICES = 50;
const MAX_DEPTH = 5;

export type ToolTexts = Readonly<Record<FieldName, string>>;

export function toolTexts({ server, tool, definition }: CatalogTool): ToolTexts {
  const description = textOf(definition["description"], MAX_DESCRIPTION);
  const parameters: Parameters = { names: [], texts: [], choices: [] };
  readSchema(definition.inputSchema, parameters, 0);
  return {
    name: tool,
    server,
    lead: `${textOf(definition["title"], MAX_LEAD)} ${firstSentence(description)}`,
    description,
    parameterNames: parameters.names.join(" "),
    parameterTexts: parameters.texts.join(" "),
    choices: parameters.choices.join(" "),
  };
}

function textOf(value: unknown, maxLength: number): string {
  return typeof value === "string" ? value.slice(0, maxLength) : "";
}

function firstSentence(text: string): string {
  const trimmed = text.trimStart().slice(0, MAX_LEAD);
  const end = trimmed.search(/\n|\.\s|。/);
  return end < 0 ? trimmed : trimmed.slice(0, end);
}

interface Parameters {
  readonly names: string[];
  readonly texts: string[];
  readonly choices: string[];
}

function readSchema(schema: unknown, parameters: Parameters, depth: number): void {
  if (depth > MAX_DEPTH || !isObject(schema)) return;
  const { properties, items } = schema;
  if (isObject(properties)) {
    for (const [name, parameter] of Object.entries(properties)) {
      if (parameters.names.length >= MAX_PARAMETERS) return;
      parameters.names.push(name.slice(0, MAX_PARAMETER_TEXT));
      readParameter(parameter, parameters);
      readSchema(parameter, parameters, depth + 1);
    }
  }
  readSchema(items, parameters, depth + 1);
}

function readParameter(parameter: unknown, { texts, choices }: Parameters): void {
  if (!isObject(parameter)) return;
  const text = textOf(parameter["description"], MAX_PARAMETER_TEXT);
  if (text !== "") texts.push(text);
  if (!Array.isArray(parameter["enum"])) return;
  for (const choice of parameter["enum"].slice(0, MAX_CHOICES)) {
    if (typeof choice === "string") choices.push(choice.slice(0, MAX_PARAMETER_TEXT));
  }
}
