/**
 * That a server was waited for in vain a moment ago, so that the next command need not wait for it again. Only what took long is
 * remembered: what fails at once costs nothing to try. It is for whoever looks around; who wants one server tries it.
 */
import type { ServerFiles } from "../store/server-files.ts";
import type { ServerDefinition, ServerStatus } from "../types.ts";
import { isObject } from "../util/is-object.ts";

export interface FailedStart {
  /** It failed, or was given up while it was still starting. */
  readonly kind: "failed" | "slow";
  readonly at: number;
  readonly reason: string;
}

export interface FailedStartsOptions {
  readonly files: Pick<ServerFiles, "recall" | "remember" | "forget">;
  definitionOf(server: string): ServerDefinition | undefined;
  readonly clock?: () => number;
}

const REMEMBERED_MS = 5 * 60_000;
const SLOW_MS = 2000;
const MAX_REASON_CHARS = 2000;

export class FailedStarts {
  readonly #options: FailedStartsOptions;
  readonly #clock: () => number;
  readonly #begun = new Map<string, number>();
  /** Perhaps not written yet. */
  readonly #told = new Set<string>();

  constructor(options: FailedStartsOptions) {
    this.#options = options;
    this.#clock = options.clock ?? Date.now;
  }

  /** Learns from what becomes of the servers. */
  see({ name, state, reason }: ServerStatus): void {
    if (state === "starting") {
      this.#begun.set(name, this.#clock());
      return;
    }
    const begun = this.#begun.get(name);
    this.#begun.delete(name);
    if (begun === undefined || state === "stopping" || state === "idle") return;
    const hasFailed = state === "failed" || state === "backing-off" || state === "needs-auth";
    if (hasFailed && this.#clock() - begun >= SLOW_MS) this.#remember(name, "failed", reason ?? state);
    else this.#forget(name);
  }

  /** It is still starting, and nobody waits any longer. */
  giveUp(server: string): void {
    const seconds = Math.round((this.#clock() - (this.#begun.get(server) ?? this.#clock())) / 1000);
    this.#remember(server, "slow", `it had not started after ${Math.max(1, seconds)} s`);
  }

  /** Undefined for a server that is worth a try. */
  of(server: string): FailedStart | undefined {
    const definition = this.#options.definitionOf(server);
    const known = definition && asFailedStart(this.#options.files.recall(definition));
    const age = this.#clock() - (known?.at ?? 0);
    return age >= 0 && age < REMEMBERED_MS ? known : undefined;
  }

  #remember(server: string, kind: FailedStart["kind"], reason: string): void {
    const definition = this.#options.definitionOf(server);
    const failed: FailedStart = { kind, at: this.#clock(), reason: reason.slice(0, MAX_REASON_CHARS) };
    if (definition === undefined) return;
    this.#told.add(server);
    this.#options.files.remember(definition, failed);
  }

  #forget(server: string): void {
    const definition = this.#options.definitionOf(server);
    const wasTold = this.#told.delete(server);
    if (definition !== undefined && (wasTold || this.#options.files.recall(definition) !== undefined))
      this.#options.files.forget(definition);
  }
}

/** Files can be damaged: what does not fit is not there. */
function asFailedStart(value: unknown): FailedStart | undefined {
  if (!isObject(value)) return undefined;
  const { kind, at, reason } = value;
  const isUsable = (kind === "failed" || kind === "slow") && typeof at === "number";
  return isUsable && typeof reason === "string" ? { kind, at, reason } : undefined;
}
