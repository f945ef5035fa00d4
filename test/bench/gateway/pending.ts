/** Requests on their way over a stream that carries many: each is found again by its id. */
import { resultOf, type Params } from "./era.ts";
import { parseMessage, type Message } from "./message.ts";

interface Waiting {
  readonly method: string;
  readonly done: (result: Params) => void;
  readonly fail: (error: Error) => void;
}

export class Pending {
  readonly #waiting = new Map<Message["id"], Waiting>();
  #lastId = 0;
  #ended: Error | undefined;

  /** Sends a request with a new id and waits for its answer. */
  request(method: string, sendWith: (id: number) => void): Promise<Params> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((done, fail) => {
      this.#waiting.set(id, { method, done, fail });
      sendWith(id);
    });
  }

  receive(text: string): void {
    const message = parseMessage(text);
    const waiting = this.#waiting.get(message.id);
    if (waiting === undefined || message.method !== undefined) return; // progress, or a request that nobody waits for
    this.#waiting.delete(message.id);
    try {
      waiting.done(resultOf(waiting.method, message));
    } catch (error) {
      waiting.fail(error as Error);
    }
  }

  end(error: Error): void {
    this.#ended = error;
    for (const { fail } of this.#waiting.values()) fail(error);
    this.#waiting.clear();
  }
}
