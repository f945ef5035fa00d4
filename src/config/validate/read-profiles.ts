/** The profiles of the gateway. One with a misspelt key would show more than its author meant, so it is refused. */
import type { Profile } from "../../types.ts";
import { nearest } from "../../util/nearest.ts";
import type { ConfigNode } from "../formats/node.ts";
import { readChoice, readMap, readString, readStringList, type ReadContext } from "./read-values.ts";

const STRATEGIES = ["mcp__server__tool", "tool@server", "mcp_server_tool", "server::tool"] as const;
const EXPOSURES = ["direct", "search", "code"] as const;
const KEYS = ["description", "servers", "tools", "excludeTools", "resources", "prompts", "naming", "expose"];
/** It becomes a part of an address. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

/** A profile of which nothing is said shows everything, as it is. */
export const PLAIN_PROFILE: Profile = {
  description: undefined,
  servers: undefined,
  tools: undefined,
  excludeTools: [],
  resources: undefined,
  prompts: undefined,
  naming: undefined,
  expose: "direct",
};

export function readProfiles(
  node: ConfigNode,
  context: ReadContext,
): Readonly<Record<string, Profile>> | undefined {
  return readMap(node, context, (value, inner) => {
    const name = inner.field.slice(context.field.length + 1);
    if (NAME.test(name)) return readProfile(value, inner);
    const message = `'${name}' cannot be the name of a profile`;
    const fix = "Use letters, digits, '-', '_' and '.': it becomes a part of an address.";
    context.report({ severity: "error", at: value.at, field: inner.field, message, fix });
    return undefined;
  });
}

function readProfile(node: ConfigNode, context: ReadContext): Profile | undefined {
  const written = readMap<unknown>(node, context, (value, inner) => {
    const key = inner.field.slice(context.field.length + 1);
    if (key === "description") return readString(value, inner);
    if (key === "naming") return readChoice(value, inner, STRATEGIES);
    if (key === "expose") return readChoice(value, inner, EXPOSURES);
    if (KEYS.includes(key)) return readStringList(value, inner);
    const [likely] = nearest(key, KEYS);
    const fix = likely === undefined ? `A profile has ${KEYS.join(", ")}.` : `Did you mean '${likely}'?`;
    const message = `Unknown key '${key}' in the profile '${context.field}'`;
    context.report({ severity: "error", at: value.at, field: inner.field, message, fix });
    return undefined;
  });
  if (written === undefined) return undefined;
  return { ...PLAIN_PROFILE, ...written };
}
