/**
 * Keeps secrets out of logs, errors and audit records: values we were told are masked in every usual encoding, and
 * what merely looks like a secret is masked by its shape or by the name it goes under. Applied where text leaves the
 * program, so that no caller can forget it; it must never throw and never take more than linear time.
 */
import { createSecretFinder, type SecretFinder } from "./redact/find-secrets.ts";
import { MASK } from "./redact/mask.ts";
import { maskPatterns } from "./redact/mask-patterns.ts";
import { maskValue } from "./redact/mask-value.ts";
import { MIN_SECRET_LENGTH, secretForms } from "./redact/secret-forms.ts";

export { isSecretName } from "./redact/secret-names.ts";

export interface Redactor {
  /**
   * Makes a value known as secret. Values shorter than 6 characters are not taken: masking every "abc" would shred
   * the logs and by that tell more than it hides.
   */
  addSecret(value: string): void;
  /** The text with every secret replaced by `[redacted]`. */
  text(text: string): string;
  /** A copy of any value as plain JSON data, bounded in depth and size, without secrets in strings, keys or fields. */
  value(value: unknown): unknown;
}

export function createRedactor(): Redactor {
  const secrets = new Set<string>();
  let finder: SecretFinder | undefined;

  function addSecret(value: string): void {
    if (value.length < MIN_SECRET_LENGTH || secrets.has(value)) return;
    secrets.add(value);
    finder = undefined;
  }

  function text(given: string): string {
    finder ??= createSecretFinder([...secrets].flatMap(secretForms));
    return maskPatterns(finder.mask(given, MASK));
  }

  return { addSecret, text, value: (given) => maskValue(given, text) };
}
