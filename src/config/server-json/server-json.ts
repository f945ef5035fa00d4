/**
 * The registry's `server.json`: one server, with the packages that it can be run from and the addresses that it can be
 * reached at. It is written by a stranger: every text of it is literal here, so that none can refer to a variable, a secret
 * or a file of the reader's.
 */
import { TackleError } from "../../errors.ts";
import { entryOf, type ConfigNode } from "../formats/node.ts";
import type { ServerTemplate } from "../presets/preset.ts";
import { readPackage } from "./read-package.ts";
import { readRemote } from "./read-remote.ts";
import { listOf, textOf } from "./read-texts.ts";

/** One way to run or reach the server. */
export interface Way {
  /** `npm @scope/server 1.2.0`, `streamable-http https://…`. */
  readonly label: string;
  /** Undefined where Tacklebox cannot go that way, with the reason. */
  readonly template: ServerTemplate | undefined;
  readonly reason: string | undefined;
}

export interface ServerJson {
  /** The name in the registry, such as `io.github.user/weather`. */
  readonly name: string;
  readonly description: string | undefined;
  readonly version: string | undefined;
  readonly ways: readonly Way[];
}

const MAX_WAYS = 50;

/** `prefix` is what names of variables begin with that the file gives no name for. Throws where it is no `server.json`. */
export function readServerJson(root: ConfigNode, prefix: string): ServerJson {
  // The registry's own answers wrap it.
  const server = entryOf(root, "server") ?? root;
  const name = textOf(server, "name");
  if (name === undefined) throw notServerJson("It has no 'name'");
  const packages = listOf(server, "packages").slice(0, MAX_WAYS);
  const remotes = listOf(server, "remotes").slice(0, MAX_WAYS);
  const ways = [
    ...packages.map((node) => readPackage(node, prefix)),
    ...remotes.map((node) => readRemote(node, prefix)),
  ].map(refuseWholeValues);
  if (ways.length === 0) throw notServerJson("It has neither 'packages' nor 'remotes'");
  return { name, description: textOf(server, "description"), version: textOf(server, "version"), ways };
}

/** A whole value `env:NAME` is a variable here, and cannot be written in any way that is none. */
function refuseWholeValues(way: Way): Way {
  const { server = {}, needs = [] } = way.template ?? {};
  const texts = JSON.stringify([server, needs.map((need) => need.fallback ?? "")]);
  if (!/"env:[A-Za-z_]\w*"/.test(texts)) return way;
  return { ...way, template: undefined, reason: "a text of it would be taken for a variable of yours" };
}

function notServerJson(reason: string): TackleError {
  const hint = "See https://modelcontextprotocol.io/registry for the format.";
  return new TackleError({ code: "config", message: `This is no server.json: ${reason}`, hint });
}
