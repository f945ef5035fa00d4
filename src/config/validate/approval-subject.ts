/**
 * What a person approves when they trust a server: the definition as it is written, so that it never holds a secret. Two
 * ways to write the same thing, such as 1 and "1" in `env`, are one subject.
 */
import type { ApprovalSubject, ServerDefinition } from "../../types.ts";
import type { EntryField } from "../shapes/shape.ts";
import { readInProcessFields } from "./read-in-process.ts";
import { readRemoteWords } from "./read-remote.ts";
import { readStdioFields } from "./read-stdio.ts";
import type { FieldReader } from "./read-values.ts";

export function approvalSubject(
  definition: ServerDefinition,
  fields: ReadonlyMap<string, EntryField>,
): ApprovalSubject {
  const read: FieldReader = (key, readValue) => {
    const field = fields.get(key);
    // Whoever made the definition has reported what is wrong; here nothing is expanded and nothing said twice.
    return field && readValue(field.value, { field: key, report: () => {}, readText: (text) => text });
  };
  switch (definition.type) {
    case "stdio": {
      const { words = [], args = [], env = {} } = readStdioFields({ read });
      const { cwd, instances } = definition;
      const several = instances > 1 ? { instances } : undefined;
      return { type: "stdio", command: [...words, ...args], env: sorted(env), cwd, ...several };
    }
    case "http":
    case "sse": {
      const { url = "", headers = {}, oauth = {} } = readRemoteWords({ read });
      return { type: definition.type, url, headers: sorted(headers), oauth: sorted(oauth) };
    }
    case "inprocess": {
      const { own = {}, env } = readInProcessFields({ read });
      const { builtin, cwd } = definition;
      const given = Object.keys(own).length > 0 ? { options: sorted(own) } : undefined;
      const variables = env === undefined ? undefined : { env: sorted(env) };
      return { type: "inprocess", builtin, cwd, ...given, ...variables };
    }
  }
}

/** In order of name: a person who compares two of them should not see the order of a file. */
function sorted<Value>(map: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
}
