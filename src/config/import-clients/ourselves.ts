/** Recognises Tacklebox in another client's file. Importing it would make a box that starts itself without end. */
import type { WrittenServer } from "../edit-file.ts";

/** Where `tackle serve` listens unless told otherwise. */
const GATEWAY_PORT = "4747";
const OUR_PROGRAM = /(^|[/\\])(tackle|tacklebox)(\.(cmd|exe|ps1|bat|[cm]?js|ts))?$/i;
/** `tacklebox`, `tacklebox@1.2.3`, `…/node_modules/tacklebox/…`. */
const OUR_PACKAGE = /^(npm:)?tacklebox(@[^/\\]*)?$|[/\\]node_modules[/\\]tacklebox[/\\]/i;
const RUNNERS = /(^|[/\\])(npx|npm|pnpm|pnpx|yarn|bun|bunx|node|deno|cmd|mcp-remote)(\.(cmd|exe))?$/i;

export function isOurselves(name: string, server: WrittenServer): boolean {
  const words = [server["command"], server["args"] ?? []].flat().filter((word) => typeof word === "string");
  const [program = "", ...args] = words;
  if (OUR_PROGRAM.test(program)) return true;
  if (
    RUNNERS.test(program) &&
    args.some((word) => OUR_PACKAGE.test(word) || /[/\\]tackle\.[cm]?js$/i.test(word))
  )
    return true;
  return [server["url"], ...args].some((word) => typeof word === "string" && isOurGateway(word, name));
}

/** At its usual port, or at any other of this machine under our name. */
function isOurGateway(text: string, name: string): boolean {
  const url = /^https?:/i.test(text) ? URL.parse(text) : null;
  if (url === null || !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)) return false;
  if (!/^\/(mcp(\/[^/]*)?|servers\/[^/]+\/mcp)\/?$/.test(url.pathname)) return false;
  return url.port === GATEWAY_PORT || /^tackle(box)?\b/i.test(name);
}
