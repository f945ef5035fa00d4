/**
 * Runs inside the engine, before any program: makes its globals from the host's few functions and hides those functions. It
 * is sent there as text, so that it may use nothing from outside of itself; and as the program shares its world, it uses
 * only what it took aside at the start, and objects without a prototype.
 */
import type { GuestHooks, GuestHost, GuestSettings, NameEntry } from "./guest-host.ts";

export function guestMain(host: GuestHost): GuestHooks {
  const { apply, get, has } = Reflect;
  const { create, defineProperty, freeze, getPrototypeOf } = Object;
  const { parse, stringify } = JSON;
  const { isArray } = Array;
  const [World, SaferPromise, SaferError, SaferTypeError, SaferProxy, SaferMap, SaferSet, toText] = [
    globalThis as Record<string, unknown>,
    Promise,
    Error,
    TypeError,
    Proxy,
    Map,
    Set,
    String,
  ];
  const ObjectPrototype = Object.prototype;
  // oxlint-disable-next-line typescript/unbound-method -- called with apply
  const sliceOf = String.prototype.slice;

  interface Waiting {
    readonly resolve: (value: unknown) => void;
    readonly reject: (error: Error) => void;
    readonly failure: Error;
  }
  const waiting = create(null) as Record<number, Waiting>;
  const timers = create(null) as Record<number, () => void>;
  let settings: GuestSettings = { functions: [], textLength: 0, resultLength: 0 };
  let isConsoleFull = false;

  function show(object: object, name: string, value: unknown): void {
    defineProperty(object, name, { __proto__: null, value, enumerable: true } as PropertyDescriptor);
  }

  function cut(text: string, length: number): string {
    return text.length > length ? apply(sliceOf, text, [0, length]) : text;
  }

  // Calls

  function call(target: string, name: string, argumentsJson: string): Promise<unknown> {
    // Made here, where the stack still shows the line of the call.
    const failure = new SaferError();
    return new SaferPromise((resolve, reject) => {
      const number = host.call(target, name, argumentsJson);
      if (number < 0) throw new SaferError(host.refusal());
      waiting[number] = { resolve, reject, failure };
    });
  }

  function settle(number: number, isAnswer: boolean, json: string): void {
    const entry = waiting[number];
    if (entry === undefined) return;
    delete waiting[number];
    let value: unknown;
    try {
      value = parse(json);
    } catch (thrown) {
      entry.reject(thrown as Error);
      return;
    }
    if (isAnswer) {
      entry.resolve(value);
      return;
    }
    const details = value as Record<string, unknown>;
    show(entry.failure, "name", "ToolError");
    show(entry.failure, "message", details["message"]);
    show(entry.failure, "code", details["code"]);
    if (details["server"] !== undefined) show(entry.failure, "server", details["server"]);
    if (details["tool"] !== undefined) show(entry.failure, "tool", details["tool"]);
    entry.reject(entry.failure);
  }

  function makeTool(path: string, id: string): (...given: unknown[]) => Promise<unknown> {
    return freeze(async (...given: unknown[]) => {
      const value = given[0] ?? {};
      const isObject = given.length <= 1 && typeof value === "object" && !isArray(value);
      const json = isObject ? stringify(value) : undefined;
      // Whatever `toJSON` made of it, it must still be an object.
      if (json === undefined || json[0] !== "{")
        throw new SaferTypeError(`${path} takes one object with named arguments: ${path}({ name: value })`);
      return call("tool", id, json);
    });
  }

  // Namespaces

  function makeNamespace(entriesJson: string, path: readonly string[]): object {
    const unknown = new SaferProxy(create(null) as object, {
      get(_target, name) {
        if (typeof name === "symbol" || name === "then" || name === "toJSON") return undefined;
        if (has(ObjectPrototype, name)) return get(ObjectPrototype, name);
        throw new SaferTypeError(host.explainUnknown(stringify(path), name));
      },
    });
    const object = create(freeze(unknown)) as object;
    defineNames(object, entriesJson, path);
    return freeze(object);
  }

  function defineNames(object: object, entriesJson: string, path: readonly string[]): void {
    const entries = parse(entriesJson) as NameEntry[];
    for (let index = 0; index < entries.length; index++)
      defineName(object, entries[index] as NameEntry, path);
  }

  function defineName(object: object, entry: NameEntry, path: readonly string[]): void {
    const name = entry[0];
    const below = extend(path, name);
    if (entry[1] === "tool") {
      show(object, name, makeTool(pathText(below), entry[2]));
      return;
    }
    // There can be thousands of tools, of which a program uses a few.
    let made: object | undefined;
    const lookUp = () => (made ??= makeNamespace(entry[2], below));
    defineProperty(object, name, { __proto__: null, get: lookUp, enumerable: true } as PropertyDescriptor);
  }

  function extend(path: readonly string[], name: string): readonly string[] {
    const longer: string[] = [];
    for (let index = 0; index < path.length; index++) show(longer, toText(index), path[index]);
    show(longer, toText(path.length), name);
    return longer;
  }

  function pathText(path: readonly string[]): string {
    let text = "";
    for (let index = 0; index < path.length; index++) text += (index === 0 ? "" : ".") + path[index];
    return text;
  }

  // Console

  function describe(value: unknown): string {
    if (typeof value === "string") return value;
    try {
      if (value instanceof SaferError) return `${toText(value.name)}: ${toText(value.message)}`;
      if (typeof value === "object" && value !== null) return stringify(value) ?? "[object]";
      return typeof value === "function" ? "[function]" : toText(value);
    } catch {
      return "[a value that cannot be shown]";
    }
  }

  function print(level: string, values: readonly unknown[]): void {
    if (isConsoleFull) return;
    let text = "";
    for (let index = 0; index < values.length; index++) {
      text += (index === 0 ? "" : " ") + describe(values[index]);
      if (text.length > settings.textLength) break;
    }
    isConsoleFull = !host.log(level, cut(text, settings.textLength));
  }

  // Timers

  function setTimer(action: () => void, milliseconds: unknown): number {
    const number = host.timer(typeof milliseconds === "number" ? milliseconds : 0);
    if (number < 0) throw new SaferError(host.refusal());
    timers[number] = action;
    return number;
  }

  function fire(number: number): void {
    const action = timers[number];
    if (action === undefined) return;
    delete timers[number];
    try {
      action();
    } catch (thrown) {
      fail(thrown);
    }
  }

  // Start and end

  const LOST = "The result had a ";

  async function run(program: () => Promise<unknown>): Promise<void> {
    let value: unknown;
    try {
      value = await program();
    } catch (thrown) {
      fail(thrown);
      return;
    }
    let json: string | undefined;
    let [hasMap, hasSet, hasFunction] = [false, false, false];
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- one for each run
    const look = (_name: string, part: unknown): unknown => {
      if (typeof part === "function") hasFunction = true;
      else if (typeof part === "object" && part !== null) {
        if (part instanceof SaferMap) hasMap = true;
        else if (part instanceof SaferSet) hasSet = true;
      }
      return part;
    };
    try {
      json = stringify(value, look);
    } catch (thrown) {
      host.finish("not-json", describeThrown(thrown, "message"), "", describeThrown(thrown, "stack"));
      return;
    }
    if (hasMap)
      print("warn", [LOST + "Map, which JSON cannot hold: return Object.fromEntries(map) or [...map]"]);
    if (hasSet) print("warn", [LOST + "Set, which JSON cannot hold: return [...set]"]);
    if (hasFunction)
      print("warn", [LOST + "function, which JSON cannot hold: call it, and return what it gives"]);
    if (json === undefined) host.finish("nothing", "", "", "");
    // One more than allowed is enough for the host to see that it is too much.
    else host.finish("value", cut(json, settings.resultLength + 1), "", "");
  }

  function fail(thrown: unknown): void {
    const message = describeThrown(thrown, "message");
    host.finish("error", message, describeThrown(thrown, "name"), describeThrown(thrown, "stack"));
  }

  /** Anything can be thrown, also what throws when it is looked at. */
  function describeThrown(thrown: unknown, part: "name" | "message" | "stack"): string {
    try {
      if (typeof thrown === "object" && thrown !== null && has(thrown, "message")) {
        const text = get(thrown, part) as unknown;
        return typeof text === "string" ? cut(text, 8192) : "";
      }
      return part === "message" ? cut(describe(thrown), 8192) : "";
    } catch {
      return part === "message" ? "an error that cannot be shown" : "";
    }
  }

  function install(settingsJson: string, namesJson: string): void {
    settings = parse(settingsJson) as GuestSettings;
    defineNames(World, namesJson, []);
    for (const name of settings.functions) {
      show(World, name, async (...given: unknown[]) => call("function", name, stringify(given)));
    }
  }

  const console = create(null) as object;
  for (const level of ["log", "info", "warn", "error", "debug"]) {
    show(console, level, (...values: unknown[]) => {
      print(level, values);
    });
  }
  show(World, "console", freeze(console));
  show(
    World,
    "sleep",
    (milliseconds: unknown) => new SaferPromise<void>((resolve) => setTimer(resolve, milliseconds)),
  );
  show(World, "setTimeout", (action: unknown, milliseconds: unknown, ...given: unknown[]) => {
    if (typeof action !== "function")
      throw new SaferTypeError("setTimeout takes a function and milliseconds");
    return setTimer(() => {
      apply(action, undefined, given);
    }, milliseconds);
  });
  show(World, "clearTimeout", (number: unknown) => {
    if (typeof number !== "number" || timers[number] === undefined) return;
    delete timers[number];
    host.cancelTimer(number);
  });

  // No program makes programs: what was checked before the run is all that runs.
  const refuse = function (): never {
    throw new SaferTypeError("Programs cannot make code from text: write the function itself");
  };
  const kinds = [function () {}, async function () {}, function* () {}, async function* () {}];
  for (const kind of kinds) {
    const prototype = getPrototypeOf(kind) as object;
    defineProperty(prototype, "constructor", { value: refuse, writable: false, configurable: false });
  }
  defineProperty(refuse, "prototype", { value: Function.prototype });
  World["Function"] = refuse;
  delete World["eval"];
  delete World["SharedArrayBuffer"];

  return {
    install,
    start: (program) => {
      void run(program);
    },
    settle,
    fire,
  };
}
