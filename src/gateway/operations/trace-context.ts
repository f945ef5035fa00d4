/** The place of a request in a trace, as W3C Trace Context writes it. It comes from outside, so it is right or it is nothing. */
import { randomBytes } from "node:crypto";

export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

export function readTraceparent(value: unknown): TraceContext | undefined {
  if (typeof value !== "string" || value.length > 256) return undefined;
  const [, version = "", traceId = "", spanId = "", flags = "", more] = FORM.exec(value) ?? [];
  const isSound =
    version !== "" &&
    version !== "ff" &&
    (version !== "00" || more === undefined) && // only later versions may have more
    !/^0+$/.test(traceId) &&
    !/^0+$/.test(spanId);
  if (!isSound) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0 };
}

export function writeTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}

/** A step in the parent's trace, or the first of a new one. */
export function childOf(parent: TraceContext | undefined): TraceContext {
  const traceId = parent?.traceId ?? randomBytes(16).toString("hex");
  return { traceId, spanId: randomBytes(8).toString("hex"), isSampled: parent?.isSampled ?? true };
}
