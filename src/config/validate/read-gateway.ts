/** What each client of the gateway may use. A misspelt limit would be none, so it is refused. */
import type { GatewaySettings } from "../../types.ts";
import { nearest } from "../../util/nearest.ts";
import type { ConfigNode } from "../formats/node.ts";
import { readInteger, readMap, type ReadContext } from "./read-values.ts";

/** At once: more than any agent ever has, and little enough that one cannot take all there is. */
export const DEFAULT_GATEWAY: GatewaySettings = {
  requestsPerMinute: undefined,
  burst: undefined,
  requestsAtOnce: 256,
  streamsAtOnce: 256,
};

const KEYS = Object.keys(DEFAULT_GATEWAY);
const MOST = 1_000_000;

export function readGateway(node: ConfigNode, context: ReadContext): GatewaySettings | undefined {
  const written = readMap(node, context, (value, inner) => {
    const key = inner.field.slice(context.field.length + 1);
    if (KEYS.includes(key)) return readInteger(value, inner, { maximum: MOST });
    const [likely] = nearest(key, KEYS);
    const fix =
      likely === undefined ? `The gateway's limits are ${KEYS.join(", ")}.` : `Did you mean '${likely}'?`;
    const message = `Unknown key '${key}' in '${context.field}'`;
    context.report({ severity: "error", at: value.at, field: inner.field, message, fix });
    return undefined;
  });
  return written === undefined ? undefined : { ...DEFAULT_GATEWAY, ...written };
}
