/** Conversations that wait for their client's next leg, each no longer than its time, and not too many of them. */
import { createHash, randomUUID } from "node:crypto";
import { RequestStates } from "../../gate/request-state.ts";
import type { JsonObject } from "../../types.ts";
import { canonicalJson } from "../../util/canonical-json.ts";
import { RPC, RpcError } from "../../util/rpc-error.ts";
import type { Conversation } from "./conversation.ts";

export interface HeldFor {
  readonly principal: string;
  readonly endpoint: string;
  readonly method: string;
  readonly params: JsonObject;
}

interface Held {
  readonly conversation: Conversation;
  readonly timer: NodeJS.Timeout;
}

/** A person may need a while to answer. */
const HOLD_MS = 10 * 60 * 1000;
const MOST_HELD = 1000;

export class HeldConversations {
  readonly #states = new RequestStates();
  readonly #held = new Map<string, Held>();

  get size(): number {
    return this.#held.size;
  }

  /** Keeps the conversation and gives the state by which its client comes back to it. */
  hold(conversation: Conversation, heldFor: HeldFor): string {
    if (this.#held.size >= MOST_HELD) {
      conversation.stop();
      throw new RpcError(RPC.internal, `More than ${MOST_HELD} requests wait for answers of their clients`);
    }
    const handle = randomUUID();
    const timer = setTimeout(() => this.#release(handle)?.conversation.stop(), HOLD_MS);
    timer.unref();
    this.#held.set(handle, { conversation, timer });
    const { principal } = heldFor;
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

  close(): void {
    for (const handle of this.#held.keys()) this.#release(handle)?.conversation.stop();
  }

  #release(handle: string): Held | undefined {
    const held = this.#held.get(handle);
    clearTimeout(held?.timer);
    this.#held.delete(handle);
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
