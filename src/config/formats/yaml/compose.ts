/**
 * Text to the syntax tree of the `yaml` library: one document without errors. Nesting is limited while the tokens
 * come in, before the library's recursive composer sees them.
 */
import { Composer, Lexer, Parser } from "yaml";
import type { CST, Document, ParsedNode, YAMLParseError } from "yaml";
import { ConfigSyntaxError, MAX_DEPTH } from "../format.ts";
import type { Locate } from "../position.ts";
import { emptyFile, tooDeep } from "../problems.ts";

/** The parser's stack holds the document, each open collection and the scalar at hand. */
const MAX_STACK = MAX_DEPTH + 4;

/** The root node of the only document. */
export function composeYaml(text: string, locate: Locate): ParsedNode {
  const [document, second] = compose(text, locate);
  const problem = document === undefined ? undefined : firstProblem(document);
  if (problem !== undefined) throw syntaxError(problem, text, locate);
  if (second !== undefined) {
    const at = locate(second.contents?.range[0] ?? second.range[0]);
    throw new ConfigSyntaxError("a second document begins here; the file must hold only one", at);
  }
  const root = document?.contents;
  const isEmpty = root == null || (root.range[0] === root.range[1] && root.tag === undefined);
  if (isEmpty) throw emptyFile();
  return root;
}

function compose(text: string, locate: Locate): Document.Parsed[] {
  // Duplicate keys are found by us: the library compares each key with all others. Merge keys are ours as well.
  const composer = new Composer({
    schema: "core",
    version: "1.2",
    merge: false,
    uniqueKeys: false,
    keepSourceTokens: true,
  });
  try {
    return [...composer.compose(limitedTokens(text, locate), true, text.length)].filter(
      (document): document is Document.Parsed => "range" in document,
    );
  } catch (cause) {
    if (cause instanceof ConfigSyntaxError) throw cause;
    // The library reports problems as data; what it throws is a defect that a hostile text has found.
    throw new ConfigSyntaxError("the file cannot be read as YAML", locate(0));
  }
}

function* limitedTokens(text: string, locate: Locate): Generator<CST.Token> {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > MAX_STACK) throw tooDeep(locate(parser.offset));
  }
  yield* parser.end();
}

function firstProblem(document: Document.Parsed): YAMLParseError | undefined {
  return document.errors.toSorted((left, right) => left.pos[0] - right.pos[0])[0];
}

const SENTENCES: Readonly<Record<string, string>> = {
  BAD_INDENT: "this is not indented like the other lines of its map or list",
  TAB_AS_INDENT: "YAML is indented with spaces; a tab is not allowed here",
  MULTILINE_IMPLICIT_KEY: "a key must be on one line; perhaps a colon is missing on the line before",
  BLOCK_AS_IMPLICIT_KEY: "this colon begins a second map on the same line; put the value in quotes",
};

// What the library says in one code, or in words of the specification, people know as something not closed.
const NOT_CLOSED: readonly (readonly [RegExp, string])[] = [
  [/^Flow (?:sequence|map)/, "the list or map in brackets is not closed, or not indented enough"],
  [/^Missing closing ["']quote/, "the text is not closed, a quote is missing"],
];

function syntaxError(problem: YAMLParseError, text: string, locate: Locate): ConfigSyntaxError {
  const at = locate(Math.max(0, Math.min(problem.pos[0], text.length)));
  const message = problem.message.slice(0, 200);
  const notClosed = NOT_CLOSED.find(([pattern]) => pattern.test(message))?.[1];
  const sentence = notClosed ?? SENTENCES[problem.code] ?? message.charAt(0).toLowerCase() + message.slice(1);
  return new ConfigSyntaxError(sentence, at);
}
