/** Everything that the inside could rely on is replaced first, and then used. Ours must hold; nothing may reach the host. */
import type { HostileTable } from "./program.ts";

const USE =
  "console.log('a', { b: 1 }); const r = await device.EchoMCP.add({ a: 1, b: 2 }); return r === 3 ? 'fine' : 'ESCAPED ' + r";

export const POLLUTION: HostileTable = {
  "JSON replaced": [`globalThis.JSON = { parse: () => 'ESCAPED', stringify: () => 'ESCAPED' }; ${USE}`, "ok"],
  "JSON.stringify replaced": [`JSON.stringify = () => '{"a":"ESCAPED"}'; ${USE}`, "ok"],
  "JSON.parse replaced": [`JSON.parse = () => 'ESCAPED'; ${USE}`, "ok"],
  "Promise replaced": [`globalThis.Promise = function () { throw 'ESCAPED' }; ${USE}`, "ok"],
  "Promise.prototype.then replaced": [`const then = Promise.prototype.then; Promise.prototype.then = function (...a) { return then.apply(this, a) }; ${USE}`, "ok"],
  "Promise.prototype.then deleted": "delete Promise.prototype.then; return [await device.EchoMCP.add({ a: 1, b: 2 })]",
  "Promise.prototype.constructor replaced": `Promise.prototype.constructor = function (run) { run(() => 'ESCAPED', () => {}) }; ${USE}`,
  "Promise.resolve replaced": [`Promise.resolve = () => 'ESCAPED'; ${USE}`, "ok"],
  "Object.prototype.then": "Object.prototype.then = function (resolve) { resolve('taken') }; return await device.EchoMCP.echo({ a: 1 })",
  "Object.prototype.toJSON": "Object.prototype.toJSON = () => ({ replaced: 1 }); return await device.EchoMCP.echo({ a: 1 })",
  "Object.prototype setters": `for (const k of ['resolve', 'reject', 'failure', 'a', 'b', '0', '1', 'value', 'get', 'enumerable']) Object.defineProperty(Object.prototype, k, { configurable: true, set() { throw 'set' }, get() { return undefined } }); return await device.EchoMCP.add({ a: 1, b: 2 })`,
  "Array.prototype setters": `Object.defineProperty(Array.prototype, 0, { set() { throw 'set' } }); ${USE}`,
  "Array iterator replaced": [`Array.prototype[Symbol.iterator] = function* () { yield 'ESCAPED' }; ${USE}`, "ok"],
  "Array methods replaced": [`for (const k of Object.getOwnPropertyNames(Array.prototype)) { if (k !== 'length' && k !== 'constructor') Array.prototype[k] = () => { throw 'used' } } ${USE}`, "ok"],
  "String methods replaced": [`for (const k of Object.getOwnPropertyNames(String.prototype)) { if (k !== 'length' && k !== 'constructor') String.prototype[k] = () => 'ESCAPED' } ${USE}`, "ok"],
  "Reflect replaced": [`Reflect.apply = Reflect.get = Reflect.has = () => 'ESCAPED'; ${USE}`, "ok"],
  "Object functions replaced": [`for (const k of ['create', 'defineProperty', 'freeze', 'keys', 'getPrototypeOf']) Object[k] = () => { throw 'used' }; ${USE}`, "ok"],
  "Function.prototype.call and apply replaced": [`Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => 'ESCAPED'; ${USE}`, "ok"],
  "Error replaced": ["globalThis.Error = globalThis.TypeError = class { constructor() { this.message = 'ESCAPED' } }; try { await device.EchoMCP.refuse() } catch (e) { return e.code }", "ok"],
  "Error.prototype.message with a getter": ["Object.defineProperty(Error.prototype, 'message', { get() { return 'x'.repeat(1e7) } }); throw new Error()", "error"],
  "Map and Set replaced": [`globalThis.Map = globalThis.Set = globalThis.WeakMap = function () { throw 'used' }; ${USE}`, "ok"],
  "Symbol.iterator replaced on everything": [`Object.prototype[Symbol.iterator] = function* () { for (;;) yield 1 }; ${USE}`, "ok"],
  "globals deleted": [`for (const k of Object.getOwnPropertyNames(globalThis)) try { delete globalThis[k] } catch {} ${USE}`, "ok"],
  "globals frozen": [`Object.getOwnPropertyNames(globalThis).forEach((k) => { try { Object.freeze(globalThis[k]); Object.freeze(globalThis[k].prototype) } catch {} }); ${USE}`, "ok"],
  "console replaced": ["globalThis.console = { log: () => 'ESCAPED' }; return 1", "error"],
  // The engine lets a program redefine its globals, whatever they say: it is the program's own world, and only its loss.
  "device replaced": "Object.defineProperty(globalThis, 'device', { value: 1 }); return 1",
  "a tool replaced": ["device.EchoMCP.echo = () => 1; return 1", "error"],
  "a namespace given another prototype": ["Object.setPrototypeOf(device, {}); return 1", "error"],
  "a namespace extended": ["Object.defineProperty(device.EchoMCP, 'other', { value: 1 }); return 1", "error"],
  "__proto__ in an answer": ["const a = await device.EchoMCP.echo(JSON.parse('{\"__proto__\":{\"polluted\":1}}')); return ({}).polluted ? 'ESCAPED' : Object.keys(a)", "ok"],
  "constructor.prototype in arguments": ["await device.EchoMCP.echo({ constructor: { prototype: { polluted: 1 } } }); return ({}).polluted ? 'ESCAPED' : 1", "ok"],
  "__proto__ in the result": ["return JSON.parse('{\"__proto__\":{\"polluted\":\"ESCAPED2\"}}').polluted ? 'ESCAPED' : 1", "ok"],
}; // prettier-ignore
