/** `subscriptions/listen`: one long request of a modern client, on which it hears of the changes that it named. */
import type { Box } from "../../box/box.ts";
import type { JsonObject } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";
import { RPC, RpcError } from "../../util/rpc-error.ts";
import type { ListName, News } from "../news.ts";
import { ownersOf } from "../protocol/methods/forward.ts";
import type { RequestId } from "../protocol/message.ts";
import { META } from "../protocol/versions.ts";
import type { Started } from "../started.ts";
import type { View } from "../view/view.ts";
import type { Leg } from "./conversation.ts";

export interface ListenRequest {
  readonly id: RequestId;
  readonly params: JsonObject;
  readonly view: View;
  readonly leg: Leg;
  /** Who listens, as far as that can be told. */
  readonly session: string;
}

interface ListenParts {
  readonly box: Box;
  readonly news: News;
  readonly started: Started;
}

export const LISTEN = "subscriptions/listen";
const MOST_RESOURCES = 1000;

/** Resolves with the result that ends it in good order, once the signal says so. */
export async function listen(
  { id, params, view, leg, session }: ListenRequest,
  { box, news, started }: ListenParts,
): Promise<JsonObject> {
  const filter = readFilter(params["notifications"]);
  const reader = { view, started, signal: leg.signal, era: "modern", session } as const;
  const owners = await Promise.all(
    filter.resources.map(async (uri) => [uri, (await ownersOf(reader, uri))[0]] as const),
  );
  const tag = { [META.subscriptionId]: id };
  const tell = (method: string, said: JsonObject): void =>
    leg.notify(method, {
      ...said,
      _meta: { ...(isObject(said["_meta"]) ? said["_meta"] : undefined), ...tag },
    });
  await watchAll(box, owners);
  tell("notifications/subscriptions/acknowledged", { notifications: filter.honoured });
  const watched = new Map(owners);
  const forget = news.add({
    view,
    session: undefined,
    onListChange: (list) => filter.lists.has(list) && tell(`notifications/${list}/list_changed`, {}),
    watches: (uri, server) => watched.get(uri) === server,
    onResource: (said) => tell("notifications/resources/updated", said),
    // In the modern era a log message belongs to a request.
    onLog: () => undefined,
    wasAsked: () => false, // it has no ids by which a visit to a page could be told to be over
    onElicitationComplete: () => undefined,
  });
  await new Promise<void>((resolve) => {
    if (leg.signal.aborted) resolve();
    leg.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  forget();
  await Promise.allSettled(owners.map(([uri, server]) => box.unwatch(server, { uri, session: undefined })));
  return { resultType: "complete", _meta: tag };
}

type Owners = readonly (readonly [uri: string, server: string])[];

/** All or none. */
async function watchAll(box: Box, owners: Owners): Promise<void> {
  const watches = owners.map(([uri, server]) => box.upstream(server).watch(uri, undefined));
  const results = await Promise.allSettled(watches);
  const failed = results.find((result) => result.status === "rejected");
  if (failed === undefined) return;
  const begun = owners.filter((_, index) => results[index]?.status === "fulfilled");
  await Promise.allSettled(begun.map(([uri, server]) => box.unwatch(server, { uri, session: undefined })));
  throw failed.reason;
}

interface Filter {
  readonly lists: ReadonlySet<ListName>;
  readonly resources: readonly string[];
  readonly honoured: JsonObject;
}

function readFilter(given: unknown): Filter {
  if (!isObject(given)) throw new RpcError(RPC.invalidParams, "'notifications' must say what to listen for");
  const lists = (["tools", "prompts", "resources"] as const).filter(
    (list) => given[`${list}ListChanged`] === true,
  );
  const uris = given["resourceSubscriptions"] ?? [];
  if (!Array.isArray(uris) || !uris.every((uri) => typeof uri === "string"))
    throw new RpcError(RPC.invalidParams, "'resourceSubscriptions' must be a list of addresses");
  if (uris.length > MOST_RESOURCES)
    throw new RpcError(RPC.invalidParams, `At most ${MOST_RESOURCES} resources can be watched`);
  const resources = [...new Set(uris)];
  return {
    lists: new Set(lists),
    resources,
    honoured: {
      ...Object.fromEntries(lists.map((list) => [`${list}ListChanged`, true])),
      ...(resources.length === 0 ? undefined : { resourceSubscriptions: resources }),
    },
  };
}
