/** Decides on a redirect: followed only within the origin and only if the method stays, so that no credential moves. */
import { HttpFault } from "./http-fault.ts";
import { firstValue } from "./response-headers.ts";

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

export interface RedirectContext {
  readonly server: string;
  readonly from: URL;
  readonly method: string;
  readonly status: number;
  readonly location: string | string[] | undefined;
  /** Whether no further redirect may be followed. */
  readonly isLast: boolean;
}

/** Where to go next, a fault if that is not allowed, or undefined if this is no redirect. */
export function followRedirect(context: RedirectContext): URL | HttpFault | undefined {
  const { from, status, method } = context;
  const location = firstValue(context.location);
  if (!REDIRECT_STATUSES.has(status) || location === undefined) return undefined;
  if (!URL.canParse(location, from.href)) return refuse(context, "to something that is not a url");
  const target = new URL(location, from.href);
  if (target.origin !== from.origin) {
    // Path and query stay out of the message: redirects carry tokens there.
    const where = target.origin === "null" ? target.protocol : target.origin;
    return refuse(context, `to another origin, ${where.slice(0, 200)}`);
  }
  if (target.username !== "" || target.password !== "")
    return refuse(context, "to a url with credentials in it");
  if (method !== "GET" && status !== 307 && status !== 308) {
    return refuse(
      context,
      `with HTTP ${status}, which would drop the request's body; often this is a login page`,
    );
  }
  if (context.isLast) return refuse(context, "too many times");
  return target;
}

function refuse(context: RedirectContext, how: string): HttpFault {
  return new HttpFault({
    kind: "redirected",
    server: context.server,
    status: context.status,
    message: `Server '${context.server}' at ${context.from.origin} redirects ${how}; not followed`,
    hint: "If that is the intended server, set its url in the configuration.",
    mayHaveRun: false,
  });
}
