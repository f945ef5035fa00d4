/**
 * What servers are asked for besides running tools, in the words of the one path that all calls take: a resource, a prompt
 * and a completion are called like a tool that takes anything and changes nothing.
 */
import { hash } from "node:crypto";
import type { JsonObject, ToolDefinition, ToolRef } from "../types.ts";
import { isObject } from "../util/is-object.ts";
import type { CallableTool, OtherKind, OtherSubject } from "./callable-tool.ts";
import { normaliseResult, type NormalResult } from "./normalise-result.ts";
import { asksForInput } from "./rounds.ts";

/** One for all, so that what is worked out from a definition is worked out once. */
const TAKES_ANYTHING: ToolDefinition = {
  name: "",
  inputSchema: { type: "object" },
  annotations: { readOnlyHint: true },
};

const METHODS: Readonly<Record<OtherKind, string>> = {
  resource: "resources/read",
  prompt: "prompts/get",
  completion: "completion/complete",
};

export interface OtherTarget extends ToolRef {
  readonly kind: OtherKind;
  /** The name under which callers know it. */
  readonly name: string;
  readonly subject: OtherSubject;
}

export function asCallable({ kind, server, tool, name, subject }: OtherTarget): CallableTool {
  return {
    server,
    tool,
    name,
    definition: TAKES_ANYTHING,
    // An approval is for this resource or prompt, whatever its server says of it.
    get fingerprint() {
      return hash("sha256", JSON.stringify([subject, tool]));
    },
    held: false,
    other: { kind, subject, method: METHODS[kind] },
  };
}

export function paramsOf(kind: OtherKind, { tool }: ToolRef, args: JsonObject): JsonObject {
  switch (kind) {
    case "resource":
      return { uri: tool };
    case "prompt":
      return { name: tool, arguments: args };
    case "completion":
      return args;
  }
}

/** Nothing of it is put into words: whoever reads a resource wants the resource. */
export function normaliseOther(answer: unknown): NormalResult {
  if (!isObject(answer) || asksForInput(answer)) return normaliseResult(answer);
  return { outcome: "ok", output: "", data: undefined, error: undefined, content: [], raw: answer };
}
