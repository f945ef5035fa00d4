/** Why a server's tools are missing, or are only those that are remembered: a sentence and the next step, for people. */
import { TackleError } from "../errors.ts";
import type { ServerState, ServerStatus } from "../types.ts";
import type { FailedStart } from "./failed-starts.ts";
import { HELD_STATES } from "./held-states.ts";

export interface Trouble {
  readonly server: string;
  readonly state: ServerState;
  /** A sentence that names the server. */
  readonly reason: string;
  readonly hint: string;
  /** It is not known how it would start: nobody waited, or waits any longer. */
  readonly isUnmet: boolean;
}

export interface TroubledServers {
  status(): readonly ServerStatus[];
  readonly failedStarts: { of(server: string): FailedStart | undefined };
}

/** Of all servers, or of those that are named; servers that are switched off are none. */
export function troublesOf(box: TroubledServers, only?: ReadonlySet<string>): readonly Trouble[] {
  return box
    .status()
    .filter(({ name, state }) => (only === undefined ? state !== "disabled" : only.has(name)))
    .flatMap((status) => troubleOf(status, box) ?? []);
}

function troubleOf(status: ServerStatus, box: TroubledServers): Trouble | undefined {
  const { name: server, state, hint } = status;
  const again = `'tackle test ${server}' tries again and waits for it.`;
  switch (state) {
    case "ready":
    case "stopping":
      return undefined;
    case "starting":
      return {
        server,
        state,
        reason: `Server '${server}' is still starting${shownOf(status)}`,
        hint: again,
        isUnmet: true,
      };
    case "idle": {
      const failed = box.failedStarts.of(server);
      if (failed === undefined) return undefined;
      const when = agoOf(failed.at);
      const said =
        failed.kind === "slow"
          ? `Server '${server}' was given up ${when}, because ${failed.reason}${shownOf(status)}`
          : `Server '${server}' could not be started ${when}: ${failed.reason}`;
      return {
        server,
        state: failed.kind === "slow" ? state : "failed",
        reason: said,
        hint: again,
        isUnmet: true,
      };
    }
    default:
      return {
        server,
        state,
        reason: sentenceOn(status),
        hint: hint ?? `'tackle status' shows its state, 'tackle logs ${server}' its last words.`,
        isUnmet: false,
      };
  }
}

/** The error for a call that a server in trouble is in the way of. */
export function errorOf({ server, state, reason, hint }: Trouble): TackleError {
  const code = state === "untrusted" ? "policy" : HELD_STATES.has(state) ? "config" : "connection";
  return new TackleError({ code, message: reason, hint, server });
}

function shownOf({ tools }: ServerStatus): string {
  return tools === 0 ? "; what it offers is not known yet" : "; its tools are those that it had before";
}

/** Most reasons name their server themselves. */
function sentenceOn({ name, state, reason }: ServerStatus): string {
  if (reason === undefined) return `Server '${name}' is ${state}`;
  if (state === "disabled") return `Server '${name}' is ${reason}`;
  return reason.includes(`'${name}'`) ? reason : `Server '${name}' is ${state}: ${reason}`;
}

function agoOf(time: number): string {
  const seconds = Math.max(1, Math.round((Date.now() - time) / 1000));
  return seconds < 90 ? `${seconds} s ago` : `${Math.round(seconds / 60)} min ago`;
}
