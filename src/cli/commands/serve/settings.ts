/** What `tackle serve` was told on its command line. */
import { isLoopbackAddress, LOOPBACK_HOSTS, type DoorRules } from "../../../gate/endpoint.ts";
import type { OptionValues } from "../../command.ts";
import { readOptionalDuration } from "../../duration.ts";
import { readWholeNumber } from "../../whole-number.ts";

export const DEFAULT_PORT = 4747;

export interface ServeSettings {
  readonly host: string;
  readonly port: number;
  readonly door: DoorRules;
  readonly needsToken: boolean;
  readonly maxSessions: number | undefined;
  readonly sessionIdleMs: number | undefined;
}

export function readSettings(options: OptionValues): ServeSettings {
  const host = options.text("host") ?? "127.0.0.1";
  const isLocal = isLoopbackAddress(host);
  return {
    host,
    port: readWholeNumber(options, { name: "port", least: 0, most: 65535 }) ?? DEFAULT_PORT,
    needsToken: !isLocal || options.flag("require-token"),
    door: {
      // Where every caller shows a token, a page that somebody was lured to has none.
      hosts: isLocal ? new Set([...LOOPBACK_HOSTS, ...options.texts("allow-host").map(lower)]) : undefined,
      origins: new Set(options.texts("allow-origin").map(lower)),
    },
    maxSessions: readWholeNumber(options, { name: "max-sessions", least: 1 }),
    sessionIdleMs: readOptionalDuration(options.text("session-idle"), {
      option: "session-idle",
      bare: "s",
      leastMs: 1000,
    }),
  };
}

function lower(text: string): string {
  return text.toLowerCase();
}
