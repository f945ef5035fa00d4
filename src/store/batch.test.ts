import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TackleError } from "../errors.ts";
import { Batch, type BatchOptions } from "./batch.ts";

/** A disk that can be taken away. */
function createSink() {
  const sink = {
    written: [] as number[],
    transactions: 0,
    lost: 0,
    failure: undefined as TackleError | undefined,
    refused: new Set<number>(),
    warnings: [] as string[],
  };
  const options: BatchOptions<number> = {
    what: "numbers",
    size: 5,
    capacity: 10,
    write(items, { lost }) {
      if (sink.failure !== undefined) throw sink.failure;
      if (items.some((item) => sink.refused.has(item))) throw new TypeError("cannot be stored");
      sink.written.push(...items);
      sink.lost += lost;
      sink.transactions += 1;
    },
    onWarning: (warning) => void sink.warnings.push(warning.message),
  };
  return { sink, batch: new Batch(options) };
}

function failure(code: "permission" | "busy"): TackleError {
  return new TackleError({ code, message: "The disk is full." });
}

describe("Batch", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("writes what came within a moment in one transaction, in its order", () => {
    const { sink, batch } = createSink();
    for (const item of [1, 2, 3]) batch.add(item);
    expect(sink.written).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(sink.written).toEqual([1, 2, 3]);
    expect(sink.transactions).toBe(1);
  });

  it("does not wait when it has enough, but still lets the caller go first", () => {
    const { sink, batch } = createSink();
    for (const item of [1, 2, 3, 4, 5, 6]) batch.add(item);
    expect(sink.written).toEqual([]);
    vi.advanceTimersByTime(5);
    expect(sink.written).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("loses nothing when the event loop has no turn for very long", () => {
    const { sink, batch } = createSink();
    for (let item = 0; item < 1_000; item += 1) batch.add(item);
    batch.close();
    expect(sink.written).toEqual(Array.from({ length: 1_000 }, (_, item) => item));
    expect(batch.health()).toEqual({ pending: 0, lost: 0, failure: undefined });
  });

  it("keeps the newest while writing fails, says so once, and says what was lost when it works again", () => {
    const { sink, batch } = createSink();
    sink.failure = failure("permission");
    for (let item = 0; item < 25; item += 1) {
      batch.add(item);
      vi.advanceTimersByTime(1_000);
    }
    expect(sink.warnings).toEqual(["The numbers cannot be written at the moment. The disk is full."]);
    expect(batch.health()).toEqual({ pending: 10, lost: 15, failure: "The disk is full." });
    sink.failure = undefined;
    vi.advanceTimersByTime(60_000);
    expect(sink.written).toEqual([15, 16, 17, 18, 19, 20, 21, 22, 23, 24]);
    expect(sink.lost).toBe(15);
    expect(sink.warnings.at(-1)).toBe("The numbers are written again; 15 were lost.");
    expect(batch.health()).toEqual({ pending: 0, lost: 15, failure: undefined });
  });

  it("does not trouble anybody with another process that writes, and tries again soon", () => {
    const { sink, batch } = createSink();
    sink.failure = failure("busy");
    batch.add(1);
    vi.advanceTimersByTime(200);
    sink.failure = undefined;
    vi.advanceTimersByTime(2_000);
    expect(sink.written).toEqual([1]);
    expect(sink.warnings).toEqual([]);
  });

  it("stores the others when some cannot be stored at all", () => {
    const { sink, batch } = createSink();
    sink.refused = new Set([2, 3, 7]);
    for (let item = 1; item <= 8; item += 1) batch.add(item);
    expect(batch.flush()).toBe(true);
    expect(sink.written).toEqual([1, 4, 5, 6, 8]);
    expect(sink.lost).toBe(3);
    expect(batch.health().lost).toBe(3);
    expect(sink.warnings).toHaveLength(2);
    expect(sink.warnings[0]).toContain("2 numbers cannot be stored");
  });

  it("says at its end what it could not write, and leaves no timer behind", () => {
    const { sink, batch } = createSink();
    sink.failure = failure("permission");
    for (const item of [1, 2, 3]) batch.add(item);
    batch.close();
    expect(sink.warnings.at(-1)).toBe("3 numbers could not be written before the end and are lost.");
    expect(vi.getTimerCount()).toBe(0);
  });
});
