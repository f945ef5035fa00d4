/** Says to whoever was not admitted why, in the words of RFC 6750. */
import type { HttpRequest, HttpResponse } from "./exchange.ts";
import type { Admission } from "./http-parts.ts";
import { refuseUnread, type Headers } from "./reply.ts";

export function turnAway(
  request: HttpRequest,
  response: HttpResponse,
  { admission, headers }: { admission: Exclude<Admission, { kind: "admitted" }>; headers: Headers },
): void {
  const isForbidden = admission.kind === "forbidden";
  // Who showed no token is told of no error.
  const showedOne = request.headers.authorization !== undefined;
  const error = isForbidden ? `, error="insufficient_scope"` : showedOne ? `, error="invalid_token"` : "";
  refuseUnread(request, response, {
    status: isForbidden ? 403 : 401,
    message: admission.reason,
    headers: { ...headers, "www-authenticate": `Bearer realm="tacklebox"${error}` },
  });
}
