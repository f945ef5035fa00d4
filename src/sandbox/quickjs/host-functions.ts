/**
 * What the host does for the inside. Every function takes anything, never throws, and holds the limits by itself, whoever calls
 * it.
 */
import type { Limits } from "../limits.ts";
import type { CallQueue } from "./call-queue.ts";
import type { Value } from "./connect-host.ts";
import type { ConsoleBuffer } from "./console-buffer.ts";
import type { Ending } from "./ending.ts";
import { explainUnknown } from "./explain-unknown.ts";
import type { GuestHost } from "./guest/guest-host.ts";
import type { GuestTimers } from "./guest-timers.ts";
import { unpackNames } from "./pack-names.ts";

export interface HostParts {
  readonly calls: CallQueue;
  readonly console: ConsoleBuffer;
  readonly timers: GuestTimers;
  readonly namesJson: string;
  readonly limits: Limits;
  readonly end: (ending: Ending) => void;
}

export type HostFunctions = Readonly<Record<keyof GuestHost, (...given: Value[]) => Value>>;

export function hostFunctions(parts: HostParts): HostFunctions {
  const { calls, console, timers, namesJson, limits, end } = parts;
  let refusal = "";
  return {
    call(target, name, argumentsJson) {
      if (typeof name !== "string" || typeof argumentsJson !== "string") return -1;
      const admission = calls.add(target === "tool" ? "tool" : "function", name, argumentsJson);
      if (admission.ok) return admission.number;
      refusal = admission.message;
      // A program that goes on calling is not asked again: it ends here, whatever it catches.
      if (admission.limit === "calls") end({ kind: "limit", limit: "calls" });
      return -1;
    },
    timer(milliseconds) {
      const number = typeof milliseconds === "number" ? timers.set(milliseconds) : undefined;
      if (number === undefined) refusal = timers.refusal();
      return number ?? -1;
    },
    cancelTimer(number) {
      if (typeof number === "number") timers.cancel(number);
      return undefined;
    },
    refusal: () => refusal,
    log: (level, text) => typeof level === "string" && typeof text === "string" && console.add(level, text),
    explainUnknown(pathJson, name) {
      const path = typeof pathJson === "string" ? readPath(pathJson) : [];
      return explainUnknown(path, typeof name === "string" ? name : "", unpackNames(namesJson, path));
    },
    finish(...given) {
      end(
        readEnding(
          given.map((value) => (typeof value === "string" ? value : "")),
          limits,
        ),
      );
      return undefined;
    },
  };
}

function readPath(json: string): string[] {
  try {
    const path: unknown = JSON.parse(json);
    return Array.isArray(path) ? path.filter((name) => typeof name === "string") : [];
  } catch {
    // Not from our part of the guest: there is nothing to explain.
    return [];
  }
}

function readEnding(
  [kind = "", text = "", name = "", stack = ""]: readonly string[],
  limits: Limits,
): Ending {
  if (kind === "nothing") return { kind: "nothing" };
  if (kind === "error") return { kind: "error", texts: { name, message: text, stack } };
  if (kind === "not-json") {
    const message = `The result cannot be written as JSON (${text}): return objects, lists, texts, numbers`;
    return { kind: "error", texts: { name: "TypeError", message, stack } };
  }
  if (Buffer.byteLength(text) > limits.resultBytes) return { kind: "limit", limit: "resultBytes" };
  return { kind: "value", json: text };
}
