/** What every face of the gateway works with. */
import type { Box } from "../box/box.ts";
import type { JsonObject } from "../types.ts";
import type { ServerLogLevels } from "./legacy/server-log-levels.ts";
import type { HeldConversations } from "./modern/held-conversations.ts";
import type { News } from "./news.ts";
import type { CallTracer } from "./operations/call-tracer.ts";
import type { Refusals } from "./refusals.ts";
import type { Started } from "./started.ts";

export interface GatewayParts {
  readonly box: Box;
  readonly news: News;
  readonly held: HeldConversations;
  readonly logLevels: ServerLogLevels;
  readonly started: Started;
  readonly refusals: Refusals;
  /** Name and version that we give as our own. */
  readonly serverInfo: JsonObject;
  /** Given where calls are traced. */
  readonly tracer?: CallTracer | undefined;
  /** The longest message that a client may send. */
  readonly maxBodyBytes: number;
}
