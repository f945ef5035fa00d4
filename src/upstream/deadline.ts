/** How long a server may be silent, as a signal that can be put off: by progress, and while somebody else is waited for. */
export class Deadline {
  readonly #over = new AbortController();
  readonly #silenceMs: number;
  readonly #end: number;
  #timer: NodeJS.Timeout | undefined;

  constructor({ silenceMs, maximumMs }: { readonly silenceMs: number; readonly maximumMs: number }) {
    this.#silenceMs = silenceMs;
    this.#end = performance.now() + maximumMs;
    this.#start();
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** The server gave a sign of life. */
  touch(): void {
    clearTimeout(this.#timer);
    this.#start();
  }

  hold(isHeld: boolean): void {
    clearTimeout(this.#timer);
    if (!isHeld) this.#timer = setTimeout(() => this.#over.abort(), this.#silenceMs);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }

  #start(): void {
    const left = Math.max(0, Math.min(this.#silenceMs, this.#end - performance.now()));
    this.#timer = setTimeout(() => this.#over.abort(), left);
  }
}
