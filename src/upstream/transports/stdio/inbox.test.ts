import { setImmediate as nextTurn } from "node:timers/promises";
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Inbox, type OversizeReport } from "./inbox.ts";
import { NoiseMeter } from "./noise-meter.ts";
import { PendingRequests } from "./pending-requests.ts";

const NOTICE = '{"jsonrpc":"2.0","method":"notifications/x"}\n';
const reply = (id: number): string => `{"jsonrpc":"2.0","id":${id},"result":{}}\n`;

describe("the inbox", () => {
  test("delivers a lone reply in the turn in which it arrives", () => {
    const { inbox, delivered } = create([1]);
    inbox.push(Buffer.from(reply(1)));
    expect(delivered).toEqual([1]);
  });

  test("lets a turn pass between a notification and the reply behind it, and keeps the order", async () => {
    const { inbox, delivered } = create([1, 2, 3]);
    inbox.push(Buffer.from(reply(1) + NOTICE + NOTICE + reply(2) + NOTICE));
    inbox.push(Buffer.from(reply(3)));
    expect(delivered).toEqual([1, "notifications/x", "notifications/x"]);
    await inbox.end();
    expect(delivered).toEqual([1, "notifications/x", "notifications/x", 2, "notifications/x", 3]);
  });

  test("works off a burst in slices, with the pipe paused in between", async () => {
    const { inbox, delivered, flow } = create([1]);
    inbox.push(Buffer.from(NOTICE.repeat(100_000) + reply(1)));
    expect(delivered.length).toBeLessThan(100_000);
    expect(flow).toEqual(["pause"]);
    await inbox.end();
    expect(delivered).toHaveLength(100_001);
    expect(flow.at(-1)).toBe("resume");
  });

  test("delivers nothing after it was stopped, and lets the pipe flow", async () => {
    const { inbox, delivered, flow } = create([1]);
    inbox.push(Buffer.from(NOTICE.repeat(100_000)));
    inbox.stop();
    const before = delivered.length;
    inbox.push(Buffer.from(reply(1)));
    await nextTurn();
    await inbox.end();
    expect(delivered).toHaveLength(before);
    expect(flow).toEqual(["pause", "resume"]);
  });

  test("counts the second of two replies as a stray, also within a batch", async () => {
    const { inbox, delivered, noise } = create([1, 2]);
    inbox.push(Buffer.from(reply(1) + reply(1) + `[${reply(2).trim()},${reply(2).trim()},7,[]]\n`));
    await inbox.end();
    expect(delivered).toEqual([1, 2]);
    expect(noise.total).toBe(4);
  });

  test("fails the call that a line past the limit answers", async () => {
    const { inbox, delivered, oversize } = create([1, 2]);
    inbox.push(Buffer.from(`{"jsonrpc":"2.0","id":2,"result":{"x":"${"x".repeat(2_000)}"}}\n${reply(1)}`));
    await inbox.end();
    expect(delivered).toEqual(["reply-too-large 2", 1]);
    expect(oversize).toEqual([{ id: 2, bytes: expect.any(Number) }]);
  });

  test("fails every call when such a line does not say which it answers", () => {
    const { inbox, delivered } = create([1, 2]);
    inbox.push(Buffer.from(`{"result":"${"x".repeat(9_000)}","id":2,"x":"${"x".repeat(2_000)}"}\n`));
    expect(delivered).toEqual(["reply-too-large 1", "reply-too-large 2"]);
  });

  test("fails no call for a notification past the limit", () => {
    const { inbox, delivered, noise } = create([1]);
    inbox.push(Buffer.from(`{"jsonrpc":"2.0","method":"x","params":{"x":"${"x".repeat(9_000)}"}}\n`));
    expect(delivered).toEqual([]);
    expect(noise.total).toBe(1);
  });

  test("reads a whole last line without a line break, and leaves half a one", async () => {
    const whole = create([1]);
    whole.inbox.push(Buffer.from(reply(1).trim()));
    await whole.inbox.end();
    expect(whole.delivered).toEqual([1]);
    const half = create([1]);
    half.inbox.push(Buffer.from(reply(1).slice(0, -6)));
    await half.inbox.end();
    expect(half.delivered).toEqual([]);
  });

  test("survives any bytes and still finds the reply behind them", async () => {
    const text = fc.oneof(fc.string(), fc.json()).map((given) => Buffer.from(given));
    const bytes = fc.array(fc.oneof(fc.uint8Array(), text));
    await fc.assert(
      fc.asyncProperty(bytes, async (chunks) => {
        // A line beyond the limit whose id cannot be found fails whatever is pending; that is another test.
        fc.pre(chunks.reduce((sum, chunk) => sum + chunk.length, 0) < 900);
        const { inbox, delivered } = create([4_711]);
        for (const chunk of chunks) inbox.push(Buffer.from(chunk));
        inbox.push(Buffer.from(`\n${reply(4_711)}`));
        await inbox.end();
        expect(delivered.at(-1)).toBe(4_711);
      }),
    );
  });
});

function create(pendingIds: readonly number[]) {
  const pending = new PendingRequests();
  for (const id of pendingIds) pending.noteSent({ jsonrpc: "2.0", id, method: "x" });
  const delivered: (string | number)[] = [];
  const flow: string[] = [];
  const oversize: OversizeReport[] = [];
  const noise = new NoiseMeter(undefined);
  const inbox = new Inbox({
    maxMessageBytes: 1_000,
    pending,
    noise,
    deliver: (message) => delivered.push(nameOf(message)),
    onOversize: (report) => oversize.push(report),
    onEndless: () => {},
    pause: () => flow.push("pause"),
    resume: () => flow.push("resume"),
  });
  return { inbox, delivered, flow, oversize, noise };
}

function nameOf(message: JSONRPCMessage): string | number {
  if ("method" in message) return message.method;
  if (!("error" in message)) return Number(message.id);
  const { tacklebox } = message.error.data as { tacklebox: { reason: string } };
  return `${tacklebox.reason} ${message.id}`;
}
