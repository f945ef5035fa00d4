/** What a box tells whoever watches it. Nobody reads another module's state; everybody subscribes here. */
import type { CallRequest, CallResult, ServerLists, ServerStatus, ToolRef } from "../types.ts";
import type { Snapshot } from "../catalog/snapshot.ts";
import type { Config } from "../config/config.ts";
import type { ServerNotification } from "../upstream/upstreams.ts";

export interface BoxEvents {
  "server-state": ServerStatus;
  "lists-change": { readonly server: string; readonly lists: ServerLists };
  /** Something odd that is no failure. */
  "server-remark": { readonly server: string; readonly remark: string };
  /** Another configuration is in use. */
  "config-change": { readonly config: Config };
  "catalog-change": { readonly catalog: Snapshot };
  "call-start": { readonly id: string; readonly request: CallRequest; readonly ref: ToolRef };
  "call-end": { readonly request: CallRequest; readonly result: CallResult; readonly startedAt: number };
  /** What a server says unasked, besides that its lists changed: log messages, news of resources. */
  "server-notification": ServerNotification;
  "server-stderr": { readonly server: string; readonly line: string };
}

export type BoxListener<Name extends keyof BoxEvents> = (event: BoxEvents[Name]) => void;

export class EventHub {
  readonly #onListenerError: (error: unknown) => void;
  readonly #listeners = new Map<keyof BoxEvents, Set<(event: never) => void>>();

  constructor(onListenerError: (error: unknown) => void) {
    this.#onListenerError = onListenerError;
  }

  /** Returns the function that ends the subscription. */
  on<Name extends keyof BoxEvents>(name: Name, listener: BoxListener<Name>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  emit<Name extends keyof BoxEvents>(name: Name, event: BoxEvents[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        (listener as BoxListener<Name>)(event);
      } catch (error) {
        this.#onListenerError(error); // whoever watches must not harm what is watched
      }
    }
  }
}
