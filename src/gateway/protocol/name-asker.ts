/**
 * Says which server a question is from, where a client sees several servers as one: a person must know who wants to know.
 * What the server says comes after that and cannot replace it.
 */
import { quoteName } from "../../gate/quote-name.ts";
import type { JsonObject, ServerQuestion } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";
import type { View } from "../view/view.ts";

type Question = Pick<ServerQuestion, "method" | "params" | "server">;

/** Where programs find the name of the server that asks for a completion; the words for the model are the server's own. */
const ASKER = "tacklebox/server";

/** The parameters of a question as a client of this endpoint gets them. */
export function nameAsker(
  { method, params, server }: Question,
  view: Pick<View, "servers">,
): ServerQuestion["params"] {
  if (server === undefined || view.servers().size < 2) return params;
  if (method === "elicitation/create") {
    const { message } = params;
    const words = typeof message === "string" ? message : "";
    return { ...params, message: `Server ${quoteName(server)} asks: ${words}` };
  }
  if (method !== "sampling/createMessage") return params;
  const { _meta: meta } = params;
  return { ...params, _meta: { ...(isObject(meta) ? meta : undefined), [ASKER]: server } };
}

/**
 * All questions of an answer that asks for input, by their keys. Where they are a server's own, it is given, and what they say of
 * themselves counts for nothing; where we collected them, each has its server with it.
 */
export function nameAskers(questions: JsonObject, view: Pick<View, "servers">, server?: string): JsonObject {
  const named = Object.entries(questions).map(([key, question]) => {
    if (!isObject(question)) return [key, question];
    const { server: collected, ...own } = question;
    const [asker, request] = server === undefined ? [collected, own] : [server, question];
    const { method, params } = request;
    if (typeof method !== "string" || typeof asker !== "string" || !isObject(params)) return [key, request];
    return [key, { ...request, params: nameAsker({ method, params, server: asker }, view) }];
  });
  return Object.fromEntries(named);
}
