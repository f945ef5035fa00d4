/** Says over HTTP that a client is beyond one of its limits, and when to come again. */
import { describeOverLimit, type OverLimit } from "../../gate/place.ts";
import { RPC } from "../../util/rpc-error.ts";
import type { RequestId } from "../protocol/message.ts";
import type { Refusals } from "../refusals.ts";
import type { Visit } from "./handle-legacy.ts";
import { refuseUnread } from "./reply.ts";

export function refuseOverLimit(
  { request, response, headers }: Visit,
  over: OverLimit,
  { refusals, id }: { readonly refusals: Refusals; readonly id?: RequestId },
): void {
  refusals.count(over.limit);
  refuseUnread(request, response, {
    status: 429,
    code: RPC.overLimit,
    message: describeOverLimit(over),
    data: over,
    id,
    headers: { ...headers, "retry-after": String(over.retryAfterSeconds) },
  });
}
