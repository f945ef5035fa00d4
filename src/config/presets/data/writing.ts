/** Short ways to write the data of presets. */
import type { WrittenServer } from "../../edit-file.ts";
import type { Need } from "../preset.ts";

export function npx(...words: readonly string[]): WrittenServer {
  return { command: "npx", args: ["-y", ...words] };
}

export function uvx(...words: readonly string[]): WrittenServer {
  return { command: "uvx", args: words };
}

/** A secret that the server cannot do without. */
export function secret(name: string, about: string, from?: string): Need {
  return { ...setting(name, about, from), isSecret: true };
}

/** A variable that is no secret. */
export function setting(name: string, about: string, from?: string): Need {
  const need = { name, about, isRequired: true, isSecret: false, kind: "variable" } as const;
  return from === undefined ? need : { ...need, from };
}

export function argument(name: string, about: string, fallback?: string): Need {
  const need = { name, about, isRequired: true, isSecret: false, kind: "argument" } as const;
  return fallback === undefined ? need : { ...need, fallback };
}

export function optional(need: Need): Need {
  return { ...need, isRequired: false };
}

/** Sent as a bearer token. */
export function bearer(need: Need): Need {
  return { ...need, header: ["Authorization", `Bearer \${${need.name}}`] };
}

export const SIGN_IN = "It asks you to sign in (OAuth).";
