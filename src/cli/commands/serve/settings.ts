/** What `tackle serve` was told on its command line. */
import { TackleError } from "../../../errors.ts";
import { isLoopbackAddress, LOOPBACK_HOSTS, type DoorRules } from "../../../gate/endpoint.ts";
import type { OptionValues } from "../../command.ts";
import { readOptionalDuration } from "../../duration.ts";

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
    port: numberOf(options, "port", { least: 0, most: 65535 }) ?? DEFAULT_PORT,
    needsToken: !isLocal || options.flag("require-token"),
    door: {
      // Where every caller shows a token, a page that somebody was lured to has none.
      hosts: isLocal ? new Set([...LOOPBACK_HOSTS, ...options.texts("allow-host").map(lower)]) : undefined,
      origins: new Set(options.texts("allow-origin").map(lower)),
    },
    maxSessions: numberOf(options, "max-sessions", { least: 1 }),
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

function numberOf(
  options: OptionValues,
  name: string,
  { least, most = Number.MAX_SAFE_INTEGER }: { readonly least: number; readonly most?: number },
): number | undefined {
  const text = options.text(name);
  if (text === undefined) return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new TackleError({
    code: "usage",
    message: `--${name} cannot be '${text}'`,
    hint: `Give a whole number ${range}.`,
  });
}
