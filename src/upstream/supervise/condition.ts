/** How a server is right now: its state, since when, and why. Says so to whoever listens, once per change. */
import { TackleError } from "../../errors.ts";
import type { ServerState } from "../../types.ts";

export class Condition {
  readonly #server: string;
  readonly #onChange: () => void;
  #state: ServerState = "idle";
  #reason: TackleError | undefined;
  #since = Date.now();
  #isEnding = false;

  constructor(server: string, onChange: () => void) {
    this.#server = server;
    this.#onChange = onChange;
  }

  get state(): ServerState {
    return this.#state;
  }

  get reason(): TackleError | undefined {
    return this.#reason;
  }

  get since(): number {
    return this.#since;
  }

  /** Once a server is being ended it can only become idle: what still arrives from its last attempts does not count. */
  become(state: ServerState, reason?: TackleError): void {
    if (this.#isEnding && state !== "idle") return;
    if (state === this.#state && reason === this.#reason) return;
    if (state !== this.#state) this.#since = Date.now();
    if (state === "stopping") this.#isEnding = true;
    this.#state = state;
    this.#reason = reason;
    this.#onChange();
  }

  /** Why a call cannot be made now, with the reason for that. */
  unavailable(what: string, code: TackleError["code"] = "connection"): TackleError {
    const server = this.#server;
    const because = this.#reason === undefined ? "" : `: ${this.#reason.message}`;
    const hint =
      this.#reason?.hint ?? `'tackle status' shows its state, 'tackle logs ${server}' its last words.`;
    const message = `Server '${server}' ${what}${because}`;
    return new TackleError({ code, message, hint, server, cause: this.#reason });
  }
}
