/**
 * Counts what a server says beside the protocol and reports it seldom: the first at once, then at most one report in
 * five seconds. Samples are cut and safe to show.
 */
import { cutText, toTerminalText } from "../../../util/terminal-text.ts";

export type NoiseKind = "text" | "stray-reply" | "oversize-line";

export interface NoiseReport {
  readonly kind: NoiseKind;
  /** How many of this kind since its last report. */
  readonly count: number;
  /** The latest one, made safe to show. */
  readonly sample: string;
}

const INTERVAL_MS = 5_000;
const SAMPLE_CHARACTERS = 200;

export interface NoiseMeterOptions {
  /** Masks secrets, before a sample is cut. */
  readonly redact?: (text: string) => string;
  readonly now?: () => number;
}

export class NoiseMeter {
  readonly #report: ((report: NoiseReport) => void) | undefined;
  readonly #redact: (text: string) => string;
  readonly #now: () => number;
  readonly #unreported = new Map<NoiseKind, { count: number; sample: string; nextAt: number }>();
  #total = 0;

  constructor(
    report: ((report: NoiseReport) => void) | undefined,
    { redact = (text) => text, now = () => performance.now() }: NoiseMeterOptions = {},
  ) {
    this.#report = report;
    this.#redact = redact;
    this.#now = now;
  }

  get total(): number {
    return this.#total;
  }

  note(kind: NoiseKind, text: string): void {
    this.#total += 1;
    if (this.#report === undefined) return;
    const entry = this.#unreported.get(kind) ?? { count: 0, sample: "", nextAt: 0 };
    this.#unreported.set(kind, entry);
    entry.count += 1;
    // Only a cut of the text is kept: the text may be megabytes.
    entry.sample = text.slice(0, SAMPLE_CHARACTERS * 20);
    if (this.#now() >= entry.nextAt) this.#send(kind, entry);
  }

  /** Reports what is still unreported, at the end of a connection. */
  flush(): void {
    for (const [kind, entry] of this.#unreported) if (entry.count > 0) this.#send(kind, entry);
  }

  #send(kind: NoiseKind, entry: { count: number; sample: string; nextAt: number }): void {
    const { count, sample } = entry;
    entry.count = 0;
    entry.nextAt = this.#now() + INTERVAL_MS;
    this.#report?.({ kind, count, sample: cutText(toTerminalText(this.#redact(sample)), SAMPLE_CHARACTERS) });
  }
}
