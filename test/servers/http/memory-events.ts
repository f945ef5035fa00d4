/** Keeps the events of a session in memory, so that a client can resume a stream that was closed under it. */
import { randomUUID } from "node:crypto";
import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

interface StoredEvent {
  readonly id: string;
  readonly stream: string;
  readonly message: JSONRPCMessage;
}

export class MemoryEvents implements EventStore {
  readonly #events: StoredEvent[] = [];

  storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    const id = randomUUID();
    this.#events.push({ id, stream, message });
    return Promise.resolve(id);
  }

  async replayEventsAfter(
    lastEventId: string,
    { send }: { send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const last = this.#events.findIndex(({ id }) => id === lastEventId);
    const stream = this.#events[last]?.stream ?? "";
    for (const event of this.#events.slice(last + 1))
      if (event.stream === stream && last >= 0) await send(event.id, event.message);
    return stream;
  }
}
