/** What a box is made of. */
import type { Config } from "../config/config.ts";
import type { AskPerson } from "../gate/approvals.ts";
import type { TrustRules } from "../gate/trust.ts";
import type { Caller } from "../types.ts";
import type { StartInProcess } from "../upstream/connect.ts";
import type { SupervisionPolicy } from "../upstream/supervise/policy.ts";
import type { Logger } from "../util/log/logger.ts";
import type { Environment } from "../util/paths.ts";
import type { Redactor } from "../util/redact.ts";

export interface BoxOptions {
  readonly config: Config;
  readonly rules: TrustRules;
  readonly version: string;
  readonly env: Environment;
  readonly log: Logger;
  readonly redactor: Redactor;
  /** Who calls where a call does not say. */
  readonly caller: Caller;
  readonly inProcess?: ReadonlyMap<string, StartInProcess>;
  readonly policy?: Partial<SupervisionPolicy>;
  /** Puts a question to a person; without it, what would ask is denied. */
  readonly ask?: AskPerson;
  /** Many calls are to come: their records are written in a thread of its own. */
  readonly isBusy?: boolean;
  /** There are MCP clients behind the calls, which servers can ask for sampling, input and roots. */
  readonly isInteractive?: boolean;
}
