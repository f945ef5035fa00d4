/**
 * Conversations that wait for their client's next leg, each no longer than its time, not too many of them, and no client
 * with so many that there is no room for another's.
 */
import { createHash, randomUUID } from "node:crypto";
import { whoMakesRoom } from "../../gate/fair-share.ts";
import { RequestStates } from "../../gate/request-state.ts";
import type { JsonObject } from "../../types.ts";
import { canonicalJson } from "../../util/canonical-json.ts";
import { RPC, RpcError } from "../../util/rpc-error.ts";
import type { Conversation } from "./conversation.ts";

export interface HeldFor {
  readonly principal: string;
  /** Whose it is, for limits. */
  readonly client: string;
  readonly endpoint: string;
  readonly method: string;
  readonly params: JsonObject;
}

interface Held {
  readonly conversation: Conversation;
  readonly principal: string;
  readonly client: string;
  readonly timer: NodeJS.Timeout;
}

/** A person may need a while to answer. */
const HOLD_MS = 5 * 60 * 1000;

export interface HeldLimits {
  readonly most?: number;
  readonly mostOfOne?: number;
  /** Told when one was refused. */
  readonly onRefused?: () => void;
}

export class HeldConversations {
  readonly #states = new RequestStates();
  readonly #limits: Required<HeldLimits>;
  readonly #held = new Map<string, Held>();
  /** Client → the handles of its conversations, oldest first. */
  readonly #byClient = new Map<string, Set<string>>();

  constructor({ most = 1000, mostOfOne = 250, onRefused = () => undefined }: HeldLimits = {}) {
    this.#limits = { most, mostOfOne, onRefused };
  }

  get size(): number {
    return this.#held.size;
  }

  /** Keeps the conversation and gives the state by which its client comes back to it. */
  hold(conversation: Conversation, heldFor: HeldFor): string {
    const { principal, client } = heldFor;
    const refusal = this.#refusal(client);
    if (refusal !== undefined) {
      conversation.stop();
      this.#limits.onRefused();
      throw new RpcError(RPC.overLimit, refusal);
    }
    const handle = randomUUID();
    const timer = setTimeout(() => this.#release(handle)?.conversation.stop(), HOLD_MS);
    timer.unref();
    this.#held.set(handle, { conversation, principal, client, timer });
    const own = this.#byClient.get(client);
    if (own === undefined) this.#byClient.set(client, new Set([handle]));
    else own.add(handle);
    const expiresAt = Date.now() + HOLD_MS;
    return this.#states.seal({ handle, principal, request: digestOf(heldFor), expiresAt });
  }

  /** The conversation that a state stands for; undefined when the state is not ours. Each state counts once. */
  resume(state: string, heldFor: HeldFor): Conversation | undefined {
    const { principal } = heldFor;
    const opened = this.#states.open(state, { principal, request: digestOf(heldFor), now: Date.now() });
    if (opened.kind === "foreign") return undefined;
    if (opened.kind === "refused") throw new RpcError(RPC.invalidParams, opened.reason);
    const held = this.#release(opened.handle);
    if (held !== undefined) return held.conversation;
    throw new RpcError(RPC.invalidParams, "The requestState was used already, or what it stood for is over");
  }

  /** Ends those of clients that would not be admitted any more. */
  expel(isStillAdmitted: (principal: string) => boolean): void {
    for (const [handle, { principal }] of this.#held)
      if (principal !== "" && !isStillAdmitted(principal)) this.#release(handle)?.conversation.stop();
  }

  close(): void {
    for (const handle of this.#held.keys()) this.#release(handle)?.conversation.stop();
  }

  /** Why a client may not have one more; makes room for it where it may. */
  #refusal(client: string): string | undefined {
    const { most, mostOfOne } = this.#limits;
    const own = this.#byClient.get(client)?.size ?? 0;
    const answerFirst = `${own} requests of this client wait for its answers already`;
    if (own >= mostOfOne) return `${answerFirst}, and there may be ${mostOfOne}: answer some of them first`;
    if (this.#held.size < most) return undefined;
    const [loser] = whoMakesRoom({ newcomer: client, held: this.#byClient, places: most });
    if (loser === undefined || loser === client)
      return `${answerFirst}, and ${most} of all clients, which is the most: answer some of them first`;
    const [oldest = ""] = this.#byClient.get(loser) ?? [];
    this.#release(oldest)?.conversation.stop();
    return undefined;
  }

  #release(handle: string): Held | undefined {
    const held = this.#held.get(handle);
    clearTimeout(held?.timer);
    this.#held.delete(handle);
    const own = held === undefined ? undefined : this.#byClient.get(held.client);
    own?.delete(handle);
    if (held !== undefined && own?.size === 0) this.#byClient.delete(held.client);
    return held;
  }
}

/** What a request is for, without what may differ between its legs. */
function digestOf({ endpoint, method, params }: HeldFor): string {
  const { name, uri, ref, argument, arguments: args } = params;
  return createHash("sha256")
    .update(canonicalJson([endpoint, method, name, uri, ref, argument, args]) ?? "")
    .digest("base64url");
}
