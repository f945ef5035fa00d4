/** The source of a skill → its tools. Nothing of the skill is run for this, so that a list of tools costs no process. */
import { describeInput } from "./describe-input.ts";
import { describeOutput } from "./describe-output.ts";
import type { Place, SkillReading, SkillRemark, SkillTool } from "./skill-tool.ts";
import type { DocComment } from "./source/doc-comment.ts";
import { findCallables, type Callable } from "./source/find-callables.ts";
import { BrokenSkill, parseSource, type SkillSource } from "./source/parse-source.ts";
import { refuseSyntax } from "./source/refuse-syntax.ts";
import { declaredTypes, type DeclaredTypes } from "./types/declared-types.ts";
import { createTypeReading } from "./types/read-types.ts";

export interface NamedSource extends SkillSource {
  /** The skill's name. */
  readonly name: string;
  /** A file that another one imports types from, by a relative path; undefined where there is none to read. */
  readonly readNeighbour?: (specifier: string, from: string) => SkillSource | undefined;
}

/** Throws a `config` error with file, line and column when the source has no tools to offer. */
export function readSkill({ name, file, text, readNeighbour }: NamedSource): SkillReading {
  const tree = parseSource({ file, text });
  refuseSyntax(tree, file);
  const { callables, remarks } = findCallables(tree, name);
  if (callables.length === 0) {
    const why = remarks.map(({ message }) => message).join("; ");
    throw new BrokenSkill(
      file,
      { line: 1, column: 1 },
      `it exports no function and no class${why && `: ${why}`}`,
    );
  }
  const declared = declaredTypes(tree, (specifier, from) => {
    const neighbour = readNeighbour?.(specifier, from === "" ? file : from);
    return neighbour?.file === file ? { file: "", tree } : neighbour && openNeighbour(neighbour);
  });
  const described = callables.map((callable) => describeTool(callable, declared));
  return {
    tools: described.map(({ tool }) => tool),
    remarks: [...remarks, ...described.flatMap((one) => one.remarks)],
  };
}

/** What does not parse has no types; whoever runs it will hear of that. */
function openNeighbour({ file, text }: SkillSource) {
  try {
    return { file, tree: parseSource({ file, text }) };
  } catch (error) {
    if (error instanceof BrokenSkill) return undefined;
    throw error;
  }
}

interface DescribedTool {
  readonly tool: SkillTool;
  readonly remarks: readonly SkillRemark[];
}

function describeTool({ name, target, node, docs, at }: Callable, declared: DeclaredTypes): DescribedTool {
  const remarks = new Map<string, SkillRemark>();
  const remark = ({ line, column }: Place, message: string): void => {
    remarks.set(`${line}:${column}:${message}`, { line, column, message: `${name}: ${message}` });
  };
  const readingOf = (side: "input" | "output") => createTypeReading({ side, declared, remark });
  const input = describeInput(node, { docs, reading: readingOf("input"), remark });
  const outputSchema = describeOutput(node, docs, readingOf("output"));
  const description = describe(docs);
  if (description === undefined) remark(at, "it has no doc comment, by which a model would choose it");
  const tool = { name, description, inputSchema: input.schema, outputSchema, target, passing: input.passing };
  return { tool, remarks: [...remarks.values()] };
}

function describe({ description, returns }: DocComment): string | undefined {
  const result = returns === undefined || returns.description === "" ? "" : `Returns ${returns.description}`;
  const text = [description, result].filter((part) => part !== "").join("\n");
  return text === "" ? undefined : text;
}
