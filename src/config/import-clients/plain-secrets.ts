/** The fields of a server that hold a secret in plain text. It names them and never their values. */
import { maskPatterns } from "../../util/redact/mask-patterns.ts";
import { isSecretName } from "../../util/redact.ts";
import type { WrittenServer } from "../edit-file.ts";
import { isValueMap, type ConfigValue } from "../formats/node.ts";

/** `env.API_KEY`, `headers.Authorization`, `args`, `url`. */
export function plainSecrets(server: WrittenServer): readonly string[] {
  const args = Array.isArray(server["args"]) ? server["args"].map(String) : [];
  const url = typeof server["url"] === "string" ? server["url"] : "";
  return [
    ...["env", "headers", "oauth"].flatMap((field) => secretEntries(field, server[field])),
    ...(looksSecret(withoutReferences(args.join(" "))) ? ["args"] : []),
    ...(looksSecret(withoutReferences(url)) ? ["url"] : []),
  ];
}

function secretEntries(field: string, values: ConfigValue | undefined): string[] {
  if (!isValueMap(values)) return [];
  return Object.entries(values).flatMap(([key, value]) => {
    if (typeof value !== "string") return [];
    const text = withoutReferences(value).replace(/^(Bearer|Basic|Token)\s*/i, "");
    const isSecret = text.trim() !== "" && (isSecretName(key) || looksSecret(text));
    return isSecret ? [`${field}.${key}`] : [];
  });
}

/** What is referred to stands elsewhere. */
function withoutReferences(text: string): string {
  return /^env:[A-Za-z_]\w*$/.test(text) ? "" : text.replaceAll(/(?<!\$)\$\{[^}]*\}/g, "");
}

function looksSecret(text: string): boolean {
  return maskPatterns(text) !== text;
}
