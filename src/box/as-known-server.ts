/** What a file says of a server → what is known of it. Its lists were checked when they came in; here only their form is. */
import { isObject } from "../util/is-object.ts";
import type { KnownServer } from "../upstream/supervise/supervisor.ts";

const LISTS = ["tools", "resources", "resourceTemplates", "prompts", "problems"];

export function asKnownServer(value: unknown): KnownServer | undefined {
  if (!isObject(value) || !isObject(value["lists"]) || !isObject(value["verdict"])) return undefined;
  const { lists, verdict, instructions } = value;
  const { era, decidedAt, discover } = verdict;
  const isWhole = LISTS.every((key) => Array.isArray(lists[key]));
  const isVerdict = (era === "modern" || era === "legacy") && typeof decidedAt === "number";
  const isText = instructions === undefined || typeof instructions === "string";
  const isUsable = isWhole && isVerdict && isText && (discover === undefined || isObject(discover));
  return isUsable ? (value as unknown as KnownServer) : undefined;
}
