/** What a server may ask of a client: three things, and only what the client said that it can do. */
import type { JsonObject } from "../types.ts";
import { isObject } from "./is-object.ts";

const CAPABILITY_OF: Readonly<Record<string, string>> = {
  "sampling/createMessage": "sampling",
  "elicitation/create": "elicitation",
  "roots/list": "roots",
};

export function isQuestion(method: string): boolean {
  return Object.hasOwn(CAPABILITY_OF, method);
}

/** The word for what a client must have declared. */
export function capabilityFor(method: string): string {
  return isQuestion(method) ? (CAPABILITY_OF[method] ?? method) : method;
}

export function mayBeAsked(capabilities: JsonObject, method: string, params: JsonObject): boolean {
  if (!isQuestion(method)) return false;
  const capability = capabilities[capabilityFor(method)];
  if (!isObject(capability)) return false;
  return method !== "elicitation/create" || params["mode"] !== "url" || isObject(capability["url"]);
}
