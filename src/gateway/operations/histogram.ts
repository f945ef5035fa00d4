/** How long things took, in buckets: adding one costs a few comparisons and no memory. */
import type { Labels, Sample } from "./exposition.ts";

/** Upper bounds in seconds; from what a local server answers at once to what is about to time out. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export class Histogram {
  readonly #counts = new Float64Array(BOUNDS.length + 1);
  #sum = 0;

  add(seconds: number): void {
    let bucket = 0;
    while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] ?? 0)) bucket++;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sum += seconds;
  }

  *samples(labels: Labels): Generator<Sample> {
    let count = 0;
    for (const [bucket, own] of this.#counts.entries()) {
      count += own;
      const le = String(BOUNDS[bucket] ?? "+Inf");
      yield { suffix: "_bucket", labels: { ...labels, le }, value: count };
    }
    yield { suffix: "_sum", labels, value: this.#sum };
    yield { suffix: "_count", labels, value: count };
  }
}
