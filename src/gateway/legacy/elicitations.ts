/**
 * The pages that one legacy client was asked to visit, by the ids under which their servers will say that it is done. They
 * came in a question, or in the error of a request that needs the visit first.
 */
import type { JsonObject } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";
import { RPC, type RpcError } from "../../util/rpc-error.ts";

/** More than a person has open; the oldest is forgotten. */
const MOST = 100;
const LONGEST_ID = 1000;

export class Elicitations {
  readonly #ids = new Set<string>();

  noteQuestion(method: string, params: JsonObject): void {
    if (method === "elicitation/create" && params["mode"] === "url") this.#note(params);
  }

  noteError({ code, data }: RpcError): void {
    if (code !== RPC.urlElicitationRequired || !isObject(data)) return;
    const { elicitations } = data;
    if (!Array.isArray(elicitations)) return;
    for (const one of elicitations.slice(0, MOST)) if (isObject(one)) this.#note(one);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  #note({ elicitationId: id }: JsonObject): void {
    if (typeof id !== "string" || id.length > LONGEST_ID) return;
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > MOST && oldest !== undefined) this.#ids.delete(oldest);
  }
}
