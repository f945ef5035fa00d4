/**
 * Gives the inside its few functions of the host, and takes its hooks. These functions are closed over there and no program
 * can reach them; should one do so all the same, they still take only text and numbers, never throw, and hold every limit.
 */
import type { QuickJSHandle } from "quickjs-emscripten";
import type { Namespace } from "../executor.ts";
import type { Limits } from "../limits.ts";
import type { CallQueue } from "./call-queue.ts";
import type { ConsoleBuffer } from "./console-buffer.ts";
import type { Ending } from "./ending.ts";
import { explainUnknown } from "./explain-unknown.ts";
import type { GuestHooks, GuestHost } from "./guest/guest-host.ts";
import type { GuestTimers } from "./guest-timers.ts";
import type { QuickJs } from "./open-quickjs.ts";

export type GuestHandles = Readonly<Record<keyof GuestHooks, QuickJSHandle>>;

export interface HostParts {
  readonly calls: CallQueue;
  readonly console: ConsoleBuffer;
  readonly timers: GuestTimers;
  readonly namespaces: Namespace;
  readonly limits: Limits;
  readonly end: (ending: Ending) => void;
}

type Value = string | number | boolean | undefined;

export function connectHost(quickJs: QuickJs, parts: HostParts): GuestHandles {
  const { context } = quickJs;
  const host = context.newObject();
  for (const [name, answer] of Object.entries(hostFunctions(parts))) {
    const handle = context.newFunction(name, (...given) => toHandle(answer(...given.map(toValue))));
    context.setProp(host, name, handle);
  }
  const hooks = context.unwrapResult(context.callFunction(quickJs.guestMain, context.undefined, host));
  const hook = (name: keyof GuestHooks) => context.getProp(hooks, name);
  return { install: hook("install"), start: hook("start"), settle: hook("settle"), fire: hook("fire") };

  /** Only texts and numbers are read: reading anything else would run code of the guest. */
  function toValue(handle: QuickJSHandle): Value {
    const type = context.typeof(handle);
    if (type === "string") return context.getString(handle);
    return type === "number" ? context.getNumber(handle) : undefined;
  }

  function toHandle(value: Value): QuickJSHandle {
    if (typeof value === "string") return context.newString(value);
    if (typeof value === "number") return context.newNumber(value);
    return value === true ? context.true : context.false;
  }
}

function hostFunctions({
  calls,
  console,
  timers,
  namespaces,
  limits,
  end,
}: HostParts): Record<keyof GuestHost, (...given: Value[]) => Value> {
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
      return explainUnknown(namespaces, path, typeof name === "string" ? name : "");
    },
    finish(kind, text, name, stack) {
      end(
        readEnding(
          [kind, text, name, stack].map((value) => (typeof value === "string" ? value : "")),
          limits,
        ),
      );
      return undefined;
    },
  };
}

function readPath(json: string): string[] {
  const path: unknown = JSON.parse(json);
  return Array.isArray(path) ? path.filter((name) => typeof name === "string") : [];
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
