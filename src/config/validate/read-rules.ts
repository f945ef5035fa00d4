/** The rules of the user's policy. A rule with a misspelt key would match more than its author meant, so it is refused. */
import type { CallerKind, PolicyRule } from "../../types.ts";
import type { ConfigNode } from "../formats/node.ts";
import { nearest } from "../../util/nearest.ts";
import { readChoice, readMap, readString, type ReadContext } from "./read-values.ts";
import { DECISIONS } from "./server-fields.ts";
import { describeKind, wrong } from "./wrong-value.ts";

const CALLERS = ["person", "agent", "client", "code", "unattended"] as const satisfies readonly CallerKind[];
/** What a rule can be about; one that names none of them is about all. */
const SUBJECTS = ["tool", "resource", "prompt"];
const KEYS = ["server", ...SUBJECTS, "caller", "decision"];

export function readRules(node: ConfigNode, context: ReadContext): PolicyRule[] | undefined {
  if (node.kind !== "list") {
    const fix = `Write [{"tool": "…", "decision": "ask"}].`;
    return wrong(node, context, { expected: "a list of rules", given: describeKind(node), fix });
  }
  const rules = node.items.map((item, index) =>
    readRule(item, { ...context, field: `${context.field}[${index}]` }),
  );
  return rules.every((rule) => rule !== undefined) ? rules : undefined;
}

function readRule(node: ConfigNode, context: ReadContext): PolicyRule | undefined {
  const rule = readMap<string>(node, context, (value, inner) => {
    const key = inner.field.slice(context.field.length + 1);
    if (key === "decision") return readChoice(value, inner, DECISIONS);
    if (key === "caller") return readChoice(value, inner, CALLERS);
    if (key === "server" || SUBJECTS.includes(key)) return readString(value, inner);
    const [likely] = nearest(key, KEYS);
    const fix = likely === undefined ? `A rule has ${KEYS.join(", ")}.` : `Did you mean '${likely}'?`;
    const message = `Unknown key '${key}' in the rule '${context.field}'`;
    context.report({ severity: "error", at: value.at, field: inner.field, message, fix });
    return undefined;
  });
  if (rule === undefined) return undefined;
  const subjects = SUBJECTS.filter((key) => Object.hasOwn(rule, key));
  if (subjects.length > 1) {
    const message = `The rule '${context.field}' names ${subjects.map((key) => `'${key}'`).join(" and ")}, and nothing is both`;
    const fix = "Write one rule for each.";
    context.report({ severity: "error", at: node.at, field: context.field, message, fix });
    return undefined;
  }
  if (rule["decision"] !== undefined) return rule as unknown as PolicyRule;
  const message = `The rule '${context.field}' has no 'decision'`;
  const fix = `Add "decision": "allow", "ask" or "deny".`;
  context.report({ severity: "error", at: node.at, field: context.field, message, fix });
  return undefined;
}
