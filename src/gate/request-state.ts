/**
 * The state that a modern client carries between a question and its answer. It comes back from outside, so it counts only
 * with our seal, before its time is over, from the one it was given to, and for the request it was given for. One that does
 * not name our key is another's: of a server behind us, which may be a gateway like this one.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export interface StateClaims {
  /** What the state stands for. */
  readonly handle: string;
  /** Who may use it. */
  readonly principal: string;
  /** The request that it belongs to. */
  readonly request: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export type OpenedState =
  | { readonly kind: "ours"; readonly handle: string }
  /** Another's: a server behind us has states of its own. */
  | { readonly kind: "foreign" }
  | { readonly kind: "refused"; readonly reason: string };

export class RequestStates {
  /** Lives as long as what the states stand for: this process. */
  readonly #key = randomBytes(32);
  /** Names the key, so that a state of ours is known before it is read. */
  readonly #prefix = `tacklebox.${randomBytes(12).toString("base64url")}.`;

  seal({ handle, principal, request, expiresAt }: StateClaims): string {
    const body = Buffer.from(JSON.stringify([handle, principal, request, expiresAt])).toString("base64url");
    return `${this.#prefix}${body}.${this.#sign(body)}`;
  }

  open(
    state: string,
    expected: Pick<StateClaims, "principal" | "request"> & { readonly now: number },
  ): OpenedState {
    if (!state.startsWith(this.#prefix)) return { kind: "foreign" };
    const [body = "", signature = ""] = state.slice(this.#prefix.length).split(".");
    const given = Buffer.from(signature);
    const right = Buffer.from(this.#sign(body));
    if (given.length !== right.length || !timingSafeEqual(given, right)) return refused("is not one of ours");
    const claims: unknown = JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
    if (!Array.isArray(claims)) return refused("is not one of ours");
    const [handle, principal, request, expiresAt] = claims as unknown[];
    if (typeof handle !== "string" || typeof expiresAt !== "number") return refused("is not one of ours");
    if (principal !== expected.principal) return refused("was given to another client");
    if (request !== expected.request) return refused("belongs to another request");
    if (expected.now > expiresAt) return refused("has expired");
    return { kind: "ours", handle };
  }

  #sign(body: string): string {
    return createHmac("sha256", this.#key).update(body).digest("base64url");
  }
}

function refused(why: string): OpenedState {
  return { kind: "refused", reason: `The requestState ${why}` };
}
