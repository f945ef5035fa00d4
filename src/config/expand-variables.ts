/**
 * Replaces `${VAR}`, `${VAR:-default}`, `${secret:NAME}`, `${file:PATH}` and whole values `env:VAR` in one string. It
 * looks names up and pastes text, once: what comes out is never expanded again, and no shell ever sees it.
 */

/** What one reference may resolve to. */
export type Resolution =
  | { readonly kind: "value"; readonly value: string }
  | { readonly kind: "missing" }
  | { readonly kind: "refused"; readonly reason: string; readonly fix: string };

export interface Reference {
  readonly source: "variable" | "secret" | "file";
  readonly name: string;
}

export interface RefusedReference {
  readonly reference: Reference;
  readonly reason: string;
  readonly fix: string;
}

export type Resolve = (reference: Reference) => Resolution;

export interface Expansion {
  readonly text: string;
  /** References without a value or default; they became the empty string. */
  readonly missing: readonly Reference[];
  readonly refused: readonly RefusedReference[];
  readonly used: readonly Reference[];
}

// `$${` stands for a literal `${`. A name or default ends at the first `}`.
const PATTERN = /\$\$\{|\$\{(?:(secret|file):([^}]*)|([A-Za-z_][A-Za-z0-9_]*)(:-([^}]*))?)\}/g;
const WHOLE_VALUE = /^env:([A-Za-z_][A-Za-z0-9_]*)$/;

export function expandVariables(text: string, resolve: Resolve): Expansion {
  const missing: Reference[] = [];
  const refused: RefusedReference[] = [];
  const used: Reference[] = [];

  const replace = (reference: Reference, fallback: string | undefined): string => {
    used.push(reference);
    const resolution = resolve(reference);
    switch (resolution.kind) {
      case "value":
        // As in a shell, `:-` also replaces a variable that is set to nothing.
        return resolution.value === "" && fallback !== undefined ? fallback : resolution.value;
      case "missing":
        if (fallback === undefined) missing.push(reference);
        return fallback ?? "";
      case "refused":
        refused.push({ reference, reason: resolution.reason, fix: resolution.fix });
        return "";
    }
  };

  const whole = WHOLE_VALUE.exec(text)?.[1];
  const expanded =
    whole === undefined
      ? text.replace(PATTERN, (match, ...groups: (string | undefined)[]) => {
          const [source, path, name, hasDefault, fallback] = groups;
          if (match === "$${") return "${";
          if (source === "secret" || source === "file")
            return replace({ source, name: path ?? "" }, undefined);
          return replace(
            { source: "variable", name: name ?? "" },
            hasDefault === undefined ? undefined : fallback,
          );
        })
      : replace({ source: "variable", name: whole }, undefined);
  return { text: expanded, missing, refused, used };
}

// VS Code's questions, and what some clients write for a variable: both would go to the server as they stand.
const FOREIGN = /\$\{(input|env):([^}]*)\}/g;

export interface ForeignReference {
  /** As it is written. */
  readonly text: string;
  readonly fix: string;
}

/** References in the words of other clients, which are left as they are. */
export function foreignReferences(text: string): readonly ForeignReference[] {
  return [...text.matchAll(FOREIGN)].map(([whole, source, name = ""]) => ({
    text: whole,
    fix: source === "env" ? `Write \${${name}}.` : "Write ${VAR}, and set that variable.",
  }));
}

/** A reference as it is written in a file. */
export function referenceText(reference: Reference): string {
  return reference.source === "variable"
    ? `\${${reference.name}}`
    : `\${${reference.source}:${reference.name}}`;
}
