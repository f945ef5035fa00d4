/** What a person approves when they trust a server: the definition as it is written, so that it never holds a secret. */
import type { ApprovalSubject, OAuthValue, ServerDefinition } from "../../types.ts";
import { plainValue } from "../formats/node.ts";
import type { EntryField } from "../shapes/shape.ts";

export function approvalSubject(
  definition: ServerDefinition,
  fields: ReadonlyMap<string, EntryField>,
): ApprovalSubject {
  const raw = (key: string): unknown => {
    const field = fields.get(key);
    return field === undefined ? undefined : plainValue(field.value);
  };
  switch (definition.type) {
    case "stdio": {
      const command = [raw("command") ?? [], raw("args") ?? []].flat().map(String);
      const env = (raw("env") ?? {}) as Record<string, string>;
      return { type: "stdio", command, env, cwd: definition.cwd };
    }
    case "http":
    case "sse": {
      const headers = (raw("headers") ?? {}) as Record<string, string>;
      const oauth = (raw("oauth") ?? {}) as Record<string, OAuthValue>;
      return { type: definition.type, url: String(raw("url")), headers, oauth };
    }
    case "inprocess":
      return { type: "inprocess", builtin: definition.builtin };
  }
}
