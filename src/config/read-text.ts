/** The text of a field with its variables replaced, what is secret in it noted, and every reference that failed reported. */
import { isSecretName } from "../util/redact.ts";
import { expandVariables, foreignReferences, referenceText, type Reference } from "./expand-variables.ts";
import type { Report } from "./finding.ts";
import type { Variables } from "./resolve-variables.ts";
import type { ReadText } from "./validate/read-values.ts";

export interface TextReading {
  readonly variables: Variables;
  /** Filled with every value that must not be shown. */
  readonly secrets: Set<string>;
  /** A variable without value or default is an error instead of a warning. */
  readonly strict: boolean;
  readonly report: Report;
  /** Of whom the fields are, for messages: ` of server 'x'`, or nothing. */
  readonly owner: string;
  readonly onUsed?: (reference: Reference) => void;
}

export function textReader({ variables, secrets, strict, report, owner, onUsed }: TextReading): ReadText {
  return (text, at, field) => {
    const expansion = expandVariables(text, (reference) => {
      const resolution = variables.resolve(reference);
      if (resolution.kind === "value" && isSecret(reference, field)) secrets.add(resolution.value);
      return resolution;
    });
    for (const reference of expansion.used) onUsed?.(reference);
    for (const reference of expansion.missing) {
      const message = `Variable ${reference.name} in '${field}'${owner} is not set`;
      const fix = `Set ${reference.name}, or write a default: \${${reference.name}:-value}.`;
      report({ severity: strict ? "error" : "warning", at, field, message, fix });
    }
    for (const { reference, reason, fix } of expansion.refused) {
      const message = `${referenceText(reference)} in '${field}'${owner}: ${reason}`;
      report({ severity: "error", at, field, message, fix });
    }
    for (const { text: written, fix } of foreignReferences(text)) {
      const message = `${written} in '${field}'${owner} is not replaced: it is another client's`;
      report({ severity: "warning", at, field, message, fix });
    }
    if (holdsSecret(field)) secrets.add(expansion.text);
    return expansion.text;
  };
}

function isSecret(reference: Reference, field: string): boolean {
  return reference.source !== "variable" || isSecretName(reference.name) || holdsSecret(field);
}

/** `env.API_KEY`, `headers.Authorization`, `oauth.clientSecret`. */
function holdsSecret(field: string): boolean {
  const name = field.slice(field.indexOf(".") + 1);
  return field.includes(".") && isSecretName(name);
}
