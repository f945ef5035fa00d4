/**
 * References in the words of another client → ours. They stay references: no value is ever looked up here. What has no
 * counterpart is left as it is written, and said.
 */
import type { PlatformPath } from "node:path";

/** What a client replaces in its texts, beside `${…}`. */
export interface VariableSyntax {
  /** Whether `${NAME}` means a variable there; else the text is meant literally and must stay so here. */
  readonly braces: "references" | "literal";
  /** `$NAME`. */
  readonly dollar?: true;
  /** `%NAME%`. */
  readonly percent?: true;
  /** `{env:NAME}` and `{file:PATH}`. */
  readonly curly?: true;
}

/** A question of VS Code's. */
export interface InputDefinition {
  readonly description: string | undefined;
  readonly fallback: string | undefined;
}

export interface Translation {
  readonly syntax: VariableSyntax;
  /** What stands for the folder that is open there. */
  readonly workspace: string;
  /** Its name, where one can be told. */
  readonly workspaceName: string | undefined;
  readonly home: string | undefined;
  /** The folder of the file, from which relative paths start. */
  readonly folder: string;
  readonly paths: PlatformPath;
  readonly inputs: ReadonlyMap<string, InputDefinition>;
  /** Something that a person should know. */
  readonly note: (text: string) => void;
}

const TOKEN =
  /\$\{\{\s*(?:secrets|inputs)\.([^}]*?)\s*\}\}|\$\{([^}]*)\}|\{(env|file):([^}]*)\}|%([A-Za-z_]\w*)%|\$(?:env:)?([A-Za-z_]\w*)/g;
const OURS = /^[A-Za-z_]\w*(?::-[^}]*)?$/;

export function translateVariables(text: string, translation: Translation): string {
  const { syntax, note } = translation;
  if (syntax.braces === "literal") return literal(text, translation);
  if (/^env:[A-Za-z_]\w*$/.test(text)) note(`'${text}' is taken for a variable here.`);
  return text.replace(TOKEN, (whole, ...groups: (string | undefined)[]) => {
    const [template, braces, curly, curlyName = "", percent, dollar] = groups;
    if (template !== undefined) return asked(template, undefined, translation);
    if (braces !== undefined) return translateBraces(whole, braces, translation);
    if (curly !== undefined && syntax.curly === true)
      return curly === "env"
        ? reference(curlyName, whole, translation)
        : fileReference(curlyName, translation);
    if (percent !== undefined && syntax.percent === true) return `\${${percent}}`;
    if (dollar !== undefined && (syntax.dollar === true || whole.startsWith("$env:"))) return `\${${dollar}}`;
    return whole;
  });
}

/** `$${` stands for a literal `${` here. */
function literal(text: string, { note }: Translation): string {
  if (!text.includes("${")) return text;
  note("'${' means nothing to that client, so it is kept from being replaced here: written '$${'.");
  return text.replaceAll("${", "$$${");
}

function translateBraces(whole: string, inner: string, translation: Translation): string {
  if (OURS.test(inner) && !WORKSPACE_WORDS.has(inner)) return whole;
  const colon = inner.indexOf(":");
  const [source, name] = colon === -1 ? [inner, ""] : [inner.slice(0, colon), inner.slice(colon + 1)];
  switch (source) {
    case "env":
      return reference(name, whole, translation);
    case "input":
      return asked(name, translation.inputs.get(name), translation);
    case "file":
      return fileReference(name, translation);
    case "userHome":
      return `\${${translation.paths.sep === "/" ? "HOME" : "USERPROFILE"}}`;
    case "pathSeparator":
    case "/":
      return translation.paths.sep;
    case "workspaceFolder":
    case "workspaceRoot":
      return workspace(whole, translation);
    case "workspaceFolderBasename":
      return translation.workspaceName ?? untranslated(whole, translation);
    default:
      return untranslated(whole, translation);
  }
}

/** These look like variables of ours, but are VS Code's. */
const WORKSPACE_WORDS: ReadonlySet<string> = new Set([
  "userHome",
  "pathSeparator",
  "workspaceFolder",
  "workspaceRoot",
  "workspaceFolderBasename",
]);

function workspace(whole: string, { workspace: folder, note }: Translation): string {
  note(
    folder === "."
      ? `${whole} became '.', the folder that the server is started in.`
      : `${whole} became ${folder}.`,
  );
  return folder;
}

function reference(name: string, whole: string, translation: Translation): string {
  return OURS.test(name) ? `\${${name}}` : untranslated(whole, translation);
}

function untranslated(whole: string, { note }: Translation): string {
  note(`${whole} has no meaning here and is left as it is.`);
  return whole;
}

function asked(id: string, input: InputDefinition | undefined, { note }: Translation): string {
  const name = variableName(id);
  const about = input?.description === undefined ? "" : ` (${input.description})`;
  const { fallback } = input ?? {};
  if (fallback !== undefined && fallback !== "" && !fallback.includes("}")) {
    note(`What that client asks for as '${id}'${about} is the variable ${name} here, with its default.`);
    return `\${${name}:-${fallback}}`;
  }
  note(`What that client asks for as '${id}'${about} is the variable ${name} here: set it.`);
  return `\${${name}}`;
}

/** `perplexity-key` → `PERPLEXITY_KEY`. */
function variableName(id: string): string {
  const name = id.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_");
  return /^[A-Z_]/.test(name) ? name : `INPUT_${name}`;
}

/** A relative path starts at the client's file there, and at our own file here. */
function fileReference(path: string, { folder, paths, home }: Translation): string {
  const isInHome = home !== undefined && /^~[/\\]/.test(path);
  return `\${file:${isInHome ? paths.join(home, path.slice(2)) : paths.resolve(folder, path)}}`;
}
