/** Notices when the stream for the server's own messages is gone for good. The SDK only mentions it in an error's text. */
import type { EventStreamEnd } from "./hop.ts";
import type { HttpFault } from "./http-fault.ts";

export interface StandingStreamOptions {
  /** Whether a 401 leads to a new token and another attempt. */
  readonly canRefresh: boolean;
  readonly onLost: ((fault: HttpFault | undefined) => void) | undefined;
}

export class StandingStream {
  readonly #options: StandingStreamOptions;
  #latestFault: HttpFault | undefined;
  #state: "never-open" | "was-open" | "lost" = "never-open";

  constructor(options: StandingStreamOptions) {
    this.#options = options;
  }

  /** One attempt to open the stream failed, or the open stream ended. Once it was open, the SDK tries again. */
  ended({ wasOpen, fault }: EventStreamEnd): void {
    if (this.#state === "lost") return;
    if (wasOpen) {
      this.#state = "was-open";
      return;
    }
    this.#latestFault = fault;
    const triesAgain =
      this.#state === "was-open" || (fault?.kind === "unauthorized" && this.#options.canRefresh);
    if (!triesAgain || fault?.kind === "session-lost") this.gaveUp();
  }

  gaveUp(): void {
    if (this.#state === "lost") return;
    this.#state = "lost";
    this.#options.onLost?.(this.#latestFault);
  }
}
