/**
 * Gives the inside its few functions of the host, and takes its hooks. These functions are closed over there and no program
 * can reach them; should one do so all the same, only text and numbers get through.
 */
import type { QuickJSHandle } from "quickjs-emscripten";
import type { GuestHooks, GuestHost } from "./guest/guest-host.ts";
import type { QuickJs } from "./open-quickjs.ts";

export type GuestHandles = Readonly<Record<keyof GuestHooks, QuickJSHandle>>;

/** All that crosses the border. */
export type Value = string | number | boolean | undefined;

/** Answers one function of the host. */
export type HostAnswer = (name: keyof GuestHost, given: readonly Value[]) => Value;

export function connectHost({ context, guestMain }: QuickJs, answer: HostAnswer): GuestHandles {
  const host = context.newObject();
  for (const name of NAMES) {
    const handle = context.newFunction(name, (...given) => toHandle(answer(name, given.map(toValue))));
    context.setProp(host, name, handle);
  }
  const hooks = context.unwrapResult(context.callFunction(guestMain, context.undefined, host));
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

const NAMES: readonly (keyof GuestHost)[] = [
  "call",
  "timer",
  "cancelTimer",
  "refusal",
  "log",
  "explainUnknown",
  "finish",
];
