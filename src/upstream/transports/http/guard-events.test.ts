import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EventGuard, EventTooLarge } from "./guard-events.ts";

const line = fc.oneof(
  fc.constantFrom(
    "",
    "",
    "data: {}",
    "data",
    "event: message",
    ": comment",
    ":",
    "id: 7",
    "id",
    "id: \u2603",
    "retry: 0",
  ),
  fc.constantFrom(
    "retry: 2000",
    "retry:999999999999",
    "retry: 1e12",
    "retry",
    "interest: 1",
    `id: ${"x".repeat(600)}`,
  ),
  fc.string({ maxLength: 20 }).map((text) => `data: ${text.replace(/[\r\n]/g, "")}`),
);
const stream = fc
  .tuple(fc.boolean(), fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r")), { maxLength: 30 }))
  .map(([hasMark, lines]) => (hasMark ? "\ufeff" : "") + lines.flat().join(""));
const cuts = fc.array(fc.nat(400), { maxLength: 20 });

describe("an event stream", () => {
  it("is guarded the same however it is cut into chunks", () => {
    fc.assert(
      fc.property(stream, cuts, fc.integer({ min: 5, max: 60 }), (text, at, maxEventBytes) => {
        expect(guard(split(text, at), maxEventBytes)).toEqual(guard([Buffer.from(text)], maxEventBytes));
      }),
    );
  });

  it("keeps its events, except for ids that cannot be sent back", () => {
    fc.assert(
      fc.property(stream, cuts, (text, at) => {
        expect(parse(guard(split(text, at), 10_000))).toEqual(parse(text));
      }),
    );
  });

  it("has its waits clamped, and dropped when they are no numbers", () => {
    expect(guardText("retry: 0\n\n")).toBe("retry: 500\n\n");
    expect(guardText("retry:2500\n\n")).toBe("retry: 2500\n\n");
    expect(guardText("retry: 1000000000000\n\n")).toBe("retry: 30000\n\n");
    expect(guardText("retry: 1e12\ndata: a\n\n")).toBe(":\ndata: a\n\n");
    expect(guardText(`retry: ${"9".repeat(2_000)}\r\ndata: a\r\n\r\n`)).toBe(":\r\ndata: a\r\n\r\n");
    expect(guardText("\ufeffretry: 0\n\n")).toBe("retry: 500\n\n");
  });

  it("may be endless as long as each event is small", () => {
    const guard = new EventGuard(50);
    const event = Buffer.from(": comment\ndata: 0123456789\n\n");
    for (let sent = 0; sent < 10_000; sent++) expect(Buffer.concat(guard.push(event))).toEqual(event);
  });

  it("does not count comments for the event, since no parser keeps them", () => {
    expect(guardText(": keep-alive\n".repeat(100), 50)).toBe(": keep-alive\n".repeat(100));
  });

  it.for([
    ["one long line", "data: ".padEnd(51, "x")],
    ["many short lines", "data: 1\n".repeat(8)],
    ["a long comment", ":".padEnd(51, "x")],
    ["a long line of an unknown field", "x".repeat(51)],
  ] as const)("is cut when an event grows too large: %s", ([, text]) => {
    expect(() => guardText(text, 50)).toThrow(EventTooLarge);
  });
});

function guardText(text: string, maxEventBytes = 10_000): string {
  return Buffer.concat(new EventGuard(maxEventBytes).push(Buffer.from(text))).toString();
}

/** What comes out, or the word for being cut. */
function guard(chunks: readonly Buffer[], maxEventBytes: number): string {
  const events = new EventGuard(maxEventBytes);
  try {
    return Buffer.concat(chunks.flatMap((chunk) => events.push(chunk))).toString();
  } catch (error) {
    if (error instanceof EventTooLarge) return "too large";
    throw error;
  }
}

function split(text: string, at: readonly number[]): Buffer[] {
  const bytes = Buffer.from(text);
  const points = [0, ...at.filter((point) => point < bytes.length).sort((a, b) => a - b), bytes.length];
  return points.slice(1).map((end, index) => bytes.subarray(points[index], end));
}

/** The events of a whole stream, as the HTML standard reads them (§9.2.6) but without ids that are not plain and short. */
function parse(text: string): { data: string; event: string | undefined; id: string | undefined }[] {
  const events: { data: string; event: string | undefined; id: string | undefined }[] = [];
  let data: string[] = [];
  let event: string | undefined;
  let id: string | undefined;
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  for (const one of lines.slice(0, -1)) {
    const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(one) ?? [];
    if (one === "") {
      if (data.length > 0) events.push({ data: data.join("\n"), event, id });
      data = [];
      event = undefined;
      id = undefined;
    } else if (field === "data") data.push(value);
    else if (field === "event") event = value;
    else if (field === "id" && /^[\x20-\x7e]{0,510}$/.test(one)) id = value;
  }
  return events;
}
