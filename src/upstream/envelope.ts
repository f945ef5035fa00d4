/**
 * What a request of the modern era says of its sender. The server decides by it what it may ask for, so it must be what
 * the client behind the request can do, and nothing where there is none.
 */
import type { CallClient, JsonObject } from "../types.ts";
import { isObject } from "../util/is-object.ts";
import type { UpstreamClient } from "./upstream-client.ts";

const KEY = "io.modelcontextprotocol/";

export function withEnvelope(
  params: JsonObject,
  client: Pick<UpstreamClient, "getNegotiatedProtocolVersion" | "info">,
  behind: CallClient | undefined,
): JsonObject {
  const meta = params["_meta"];
  const logLevel = behind?.logLevel;
  return {
    ...params,
    _meta: {
      ...(isObject(meta) ? meta : undefined),
      [`${KEY}protocolVersion`]: client.getNegotiatedProtocolVersion(),
      [`${KEY}clientInfo`]: behind?.info ?? client.info,
      [`${KEY}clientCapabilities`]: behind?.capabilities ?? {},
      ...(logLevel === undefined ? undefined : { [`${KEY}logLevel`]: logLevel }),
    },
  };
}
