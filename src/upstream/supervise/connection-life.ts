/** Everything that goes on around one live connection, from the moment it is taken into use until it ends. */
import type { ServerDefinition, ServerLists } from "../../types.ts";
import type { Connection } from "../connection.ts";
import { listCapabilities } from "../lists/list-capabilities.ts";
import { followListChanges } from "./follow-list-changes.ts";
import { ListRefresher } from "./list-refresher.ts";
import type { SupervisionPolicy } from "./policy.ts";
import { Upkeep, type UpkeepOptions } from "./upkeep.ts";

export interface LifeOptions extends Omit<UpkeepOptions, "idleTimeoutMs"> {
  readonly definition: ServerDefinition;
  readonly policy: SupervisionPolicy;
  /** What the server was seen to offer; undefined when it could not be listed. */
  readonly lists: ServerLists | undefined;
  onLists(lists: ServerLists): void;
  onRemark(remark: string): void;
}

export class ConnectionLife {
  readonly connection: Connection;
  readonly #refresher: ListRefresher;
  readonly #upkeep: Upkeep;
  #isOver = false;

  constructor(connection: Connection, options: LifeOptions) {
    const { policy, definition, lists } = options;
    this.connection = connection;
    this.#refresher = new ListRefresher(
      {
        policy,
        read: () => listCapabilities(connection),
        onChange: (changed) => options.onLists(changed),
        onFailure: (error) => options.onRemark(`its lists could not be read again: ${String(error)}`),
      },
      lists,
    );
    this.#upkeep = new Upkeep(connection, { ...options, idleTimeoutMs: definition.idleTimeout });
    void followListChanges(connection, {
      policy,
      isWanted: () => !this.#isOver,
      onGap: () => this.announceLists(),
      onFailure: (remark) => options.onRemark(remark),
    });
  }

  /** The server says, or we suspect, that its lists changed. */
  announceLists(): void {
    this.#refresher.announce();
  }

  /** A call failed in a way that raises the question whether the server still answers. */
  checkNow(): void {
    this.#upkeep.checkNow();
  }

  end(): void {
    this.#isOver = true;
    this.#refresher.close();
    this.#upkeep.end();
  }
}
