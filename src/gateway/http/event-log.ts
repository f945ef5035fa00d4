/** The latest events of a session's streams, so that a client that lost its connection can have them again. */

export interface LoggedEvent {
  readonly id: string;
  readonly stream: number;
  readonly order: number;
  readonly text: string;
}

const MOST_EVENTS = 256;
const MOST_CHARS = 512 * 1024;

export class EventLog {
  readonly #events: LoggedEvent[] = [];
  #chars = 0;
  #order = 0;

  /** What is too long to be kept for somebody who may never come back has a stand-in, or is forgotten. */
  add(stream: number, text: string, standIn = ""): LoggedEvent {
    const order = ++this.#order;
    const kept = text.length > MOST_CHARS ? standIn : text;
    const event = { id: `${stream}-${order}`, stream, order, text: kept };
    if (kept === "") return event;
    this.#events.push(event);
    this.#chars += kept.length;
    while (this.#events.length > MOST_EVENTS || this.#chars > MOST_CHARS)
      this.#chars -= this.#events.shift()?.text.length ?? 0;
    return event;
  }

  /** What followed this event on its stream; undefined for an id that was never given. */
  after(id: string): { readonly stream: number; readonly events: readonly LoggedEvent[] } | undefined {
    const match = /^(\d{1,9})-(\d{1,15})$/.exec(id);
    if (match === null) return undefined;
    const stream = Number(match[1]);
    const order = Number(match[2]);
    if (order > this.#order) return undefined;
    const events = this.#events.filter((event) => event.stream === stream && event.order > order);
    return { stream, events };
  }
}
