/** What `tackle serve` was told on its command line. */
import { TackleError } from "../../../errors.ts";
import { hostNameOf, isLoopbackAddress, LOOPBACK_HOSTS, type DoorRules } from "../../../gate/endpoint.ts";
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
      hosts: isLocal
        ? new Set([...LOOPBACK_HOSTS, lower(host), ...options.texts("allow-host").map(readHost)])
        : undefined,
      origins: new Set(options.texts("allow-origin").map(readOrigin)),
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

/** A name without its port, as the door compares it. */
function readHost(text: string): string {
  const name = hostNameOf(text);
  if (name !== undefined) return name;
  throw new TackleError({
    code: "usage",
    message: `--allow-host cannot be '${text}'`,
    hint: "Give the name or address by which the gateway is reached, such as box.example.",
  });
}

/** As browsers write it: scheme, host and port, and nothing behind; extensions of browsers have schemes of their own. */
function readOrigin(text: string): string {
  const origin = /^([a-z][a-z0-9+.-]*:\/\/[^/?#\s*]+)\/?$/i.exec(text)?.[1];
  if (origin !== undefined && URL.canParse(origin))
    return /^https?:/i.test(origin) ? new URL(origin).origin : lower(origin);
  throw new TackleError({
    code: "usage",
    message: `--allow-origin cannot be '${text}'`,
    hint: "Give the one origin of a web page, such as https://app.example; any page of it may then use the gateway.",
  });
}
