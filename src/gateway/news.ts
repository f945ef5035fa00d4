/**
 * Brings what happens in the box to the clients that want to know: changed lists, changed resources, log messages. What
 * belongs to one client's request goes to that client alone.
 */
import type { Box } from "../box/box.ts";
import type { ServerNotification } from "../upstream/upstreams.ts";
import type { JsonObject } from "../types.ts";
import type { Started } from "./started.ts";
import type { ListKind, View } from "./view/view.ts";

export type ListName = "tools" | "prompts" | "resources";

export interface Listener {
  readonly view: View;
  /** Whose it is; servers that serve one session alone speak to it alone. */
  readonly session: string | undefined;
  onListChange(list: ListName): void;
  /** Whether it wants news of this resource of this server. */
  watches(uri: string, server: string): boolean;
  onResource(params: JsonObject): void;
  onLog(params: JsonObject): void;
  /** Whether its client was asked to visit the page of this id. */
  wasAsked(elicitationId: string): boolean;
  onElicitationComplete(params: JsonObject): void;
}

const LIST_NAMES: Readonly<Record<ListKind, ListName>> = {
  tools: "tools",
  prompts: "prompts",
  resources: "resources",
  resourceTemplates: "resources",
};

export class News {
  readonly #listeners = new Set<Listener>();
  /** The lists of each view as they were last told. */
  readonly #told = new Map<View, Map<ListKind, readonly JsonObject[]>>();
  /** Views whose lists nobody has yet: there is nothing to tell of a change. */
  readonly #unread = new Set<View>();
  readonly #started: Started;
  readonly #ends: readonly (() => void)[];

  constructor(box: Box, started: Started) {
    this.#started = started;
    this.#ends = [
      box.on("server-state", () => this.#unread.size > 0 && this.#catchUp()),
      box.on("catalog-change", () => this.#tellLists()),
      box.on("config-change", () => this.#tellLists()),
      box.on("server-notification", (notification) => this.#tell(notification)),
    ];
  }

  /** Returns the function that ends it. */
  add(listener: Listener): () => void {
    this.#listeners.add(listener);
    const { view } = listener;
    if (!this.#told.has(view)) {
      this.#told.set(view, listsOf(view));
      if (!this.#started.isOver && this.#started.isSettling(view)) this.#unread.add(view);
    }
    return () => {
      this.#listeners.delete(listener);
      if ([...this.#listeners].some((other) => other.view === view)) return;
      this.#told.delete(view);
      this.#unread.delete(view);
    };
  }

  close(): void {
    for (const end of this.#ends) end();
    this.#listeners.clear();
  }

  /** Takes the lists as told that are waited for, until the wait is over: whoever waits gets them as they are then. */
  #catchUp(): void {
    for (const view of this.#unread) {
      if (!this.#started.isWaitOver) this.#told.set(view, listsOf(view));
      if (!this.#started.isSettling(view)) this.#unread.delete(view);
    }
  }

  #tellLists(): void {
    for (const [view, told] of this.#told) {
      const now = listsOf(view);
      this.#told.set(view, now);
      const changed = new Set<ListName>();
      for (const [kind, items] of now) if (items !== told.get(kind)) changed.add(LIST_NAMES[kind]);
      for (const name of changed)
        for (const listener of this.#listeners) if (listener.view === view) listener.onListChange(name);
    }
  }

  #tell({ server, session, method, params, cause }: ServerNotification): void {
    if (method === "notifications/message") {
      const named = { ...params, logger: loggerOf(server, params["logger"]) };
      if (cause.kind === "client") cause.client.log(params);
      // What several clients' requests may have caused is shown to none of them.
      else if (cause.kind === "none")
        this.#each(server, session, (listener) =>
          listener.onLog(listener.view.profile.naming === "own" ? params : named),
        );
    } else if (method === "notifications/resources/updated") {
      const uri = String(params["uri"]);
      this.#each(
        server,
        session,
        // The policy may have changed since the client asked for it.
        (listener) =>
          listener.watches(uri, server) && listener.view.mayRead(server, uri) && listener.onResource(params),
      );
    } else if (method === "notifications/elicitation/complete") {
      const id = String(params["elicitationId"]);
      this.#each(
        server,
        session,
        (listener) => listener.wasAsked(id) && listener.onElicitationComplete(params),
      );
    }
  }

  #each(server: string, session: string | undefined, tell: (listener: Listener) => void): void {
    for (const listener of this.#listeners) {
      const isTheirs = session === undefined || listener.session === session;
      if (isTheirs && listener.view.servers().has(server)) tell(listener);
    }
  }
}

function listsOf(view: View): Map<ListKind, readonly JsonObject[]> {
  const kinds: readonly ListKind[] = ["tools", "prompts", "resources", "resourceTemplates"];
  return new Map(kinds.map((kind) => [kind, view.items(kind)]));
}

function loggerOf(server: string, logger: unknown): string {
  return typeof logger === "string" ? `${server}/${logger}` : server;
}
