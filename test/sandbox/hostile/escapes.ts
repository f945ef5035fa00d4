/** Ways out of other sandboxes: globals, constructors, prototypes of what the host gave, errors, stacks and modules. */
import type { HostileTable } from "./program.ts";

/** Looks whether an object that came from the host leads to the host's world. */
const PROBE = `
  const probe = (value) => {
    const make = value?.constructor?.constructor;
    if (typeof make !== "function") return;
    let world;
    try { world = make("return typeof process === 'object' ? process : globalThis")() } catch { return }
    if (world?.versions || world?.process) throw "ESCAPED through " + String(value);
  };`;

export const ESCAPES: HostileTable = {
  "process as a global": ["return typeof process === 'undefined' ? 1 : 'ESCAPED'", "ok"],
  "require as a global": ["return typeof require === 'undefined' ? 1 : 'ESCAPED'", "ok"],
  "module and exports": ["return typeof module + typeof exports === 'undefinedundefined' ? 1 : 'ESCAPED'", "ok"],
  "fetch and sockets": ["return [typeof fetch, typeof WebSocket, typeof XMLHttpRequest].every((t) => t === 'undefined') ? 1 : 'ESCAPED'", "ok"],
  "workers and ports": ["return [typeof Worker, typeof MessageChannel, typeof postMessage, typeof parentPort].every((t) => t === 'undefined') ? 1 : 'ESCAPED'", "ok"],
  "WebAssembly": ["return typeof WebAssembly === 'undefined' ? 1 : 'ESCAPED'", "ok"],
  "shared memory": ["return typeof SharedArrayBuffer + typeof Atomics === 'undefinedundefined' ? 1 : 'ESCAPED'", "ok"],
  "files of the engine": ["return [typeof std, typeof os, typeof bjson, typeof scriptArgs].every((t) => t === 'undefined') ? 1 : 'ESCAPED'", "ok"],
  "dynamic import of a builtin": ["const fs = await import('node:fs'); return 'ESCAPED' + Object.keys(fs)", "error"],
  "dynamic import of a file": ["const a = await import('/etc/passwd'); return 'ESCAPED'", "error"],
  "dynamic import of data": ["const a = await import('data:text/javascript,export default 1'); return 'ESCAPED'", "error"],
  "import with attributes": ["await import('x', { with: { type: 'json' } }); return 'ESCAPED'", "error"],
  "static import": ["import fs from 'node:fs'; return 'ESCAPED'", "error"],
  "import.meta": ["return 'ESCAPED' + import.meta.url", "error"],
  "eval": ["return 'ESCAPED' + eval('1')", "error"],
  "indirect eval": ["return 'ESCAPED' + (0, globalThis.eval)('1')", "error"],
  "Function": ["return 'ESCAPED' + Function('return 1')()", "error"],
  "Function of a function": ["return 'ESCAPED' + (() => 1).constructor('return 1')()", "error"],
  "Function of an async function": ["return 'ESCAPED' + await (async () => 1).constructor('return 1')()", "error"],
  "Function of a generator": ["return 'ESCAPED' + (function* () {}).constructor('yield 1')().next()", "error"],
  "Function by Reflect": ["return 'ESCAPED' + Reflect.construct(Function, ['return 1'], Array)()", "error"],
  "Function of a bound function": ["return 'ESCAPED' + (() => 1).bind().constructor('return 1')()", "error"],
  "Function of a class": ["return 'ESCAPED' + (class {}).constructor('return 1')()", "error"],
  "Function of a getter": ["const get = Object.getOwnPropertyDescriptor({ get a() { return 1 } }, 'a').get; return 'ESCAPED' + get.constructor('return 1')()", "error"],
  "Function taken back": ["Object.defineProperty(Object.getPrototypeOf(() => 1), 'constructor', { value: 1 }); return 'ESCAPED'", "error"],
  "Function as a base class": ["class Maker extends Function {} return 'ESCAPED' + new Maker('return 1')()", "error"],
  "a tool's constructor": [`${PROBE} probe(device.EchoMCP.echo); return 1`, "ok"],
  "a namespace's constructor": [`${PROBE} probe(device); probe(device.EchoMCP); return 1`, "ok"],
  "a promise's constructor": [`${PROBE} const p = device.EchoMCP.echo({}); probe(p); probe(p.then); await p; return 1`, "ok"],
  "an answer's constructor": [`${PROBE} const a = await device.EchoMCP.echo({ a: [1, {}] }); probe(a); probe(a.a); probe(a.a[1]); return 1`, "ok"],
  "a failure's constructor": [`${PROBE} const e = await device.EchoMCP.refuse().catch((e) => e); probe(e); probe(e.message); probe(e.stack); return e instanceof Error ? 1 : 'ESCAPED'`, "ok"],
  "console's constructor": [`${PROBE} probe(console.log); probe(console); return 1`, "ok"],
  "a timer's constructor": [`${PROBE} const t = setTimeout(() => {}, 1); probe(t); probe(setTimeout); probe(sleep(1)); return typeof t === 'number' ? 1 : 'ESCAPED'`, "ok"],
  "the caller of a callback": "const seen = []; setTimeout(function f() { seen.push(f.caller, f.arguments) }, 0); await sleep(5); return seen.some(Boolean) ? 'ESCAPED' : 1",
  "arguments.callee": ["return (function () { return arguments.callee })() ? 'ESCAPED' : 1", "error"],
  "this of a function": ["return (function () { return this })() === undefined ? 1 : 'ESCAPED'", "ok"],
  "this of a callback": ["let self = 1; setTimeout(function () { self = this }, 0); await sleep(5); return self === undefined ? 1 : 'ESCAPED'", "ok"],
  "prepareStackTrace": ["Error.prepareStackTrace = (e, frames) => frames; const s = new Error('x').stack; return Array.isArray(s) && s.some((f) => f.getThis?.() || f.getFunction?.()) ? 'ESCAPED' : 1", "ok"],
  "prepareStackTrace during a failure": ["let got; Error.prepareStackTrace = (e, frames) => { got = frames; return 'x' }; await device.EchoMCP.refuse().catch((e) => e.stack); return Array.isArray(got) && got.some((f) => f.getFunction?.()) ? 'ESCAPED' : 1", "ok"],
  "captureStackTrace": ["const o = {}; Error.captureStackTrace?.(o); return /tacklebox|node_modules|\\.ts/.test(String(o.stack)) ? 'ESCAPED' : 1", "ok"],
  "stack overflow inside of a call": `${PROBE} const errors = []; const dive = () => { try { dive() } catch (e) { errors.push(e); device.EchoMCP.echo({}).catch((x) => errors.push(x)) } }; dive(); await sleep(5); errors.slice(0, 50).forEach(probe); return 1`,
  "stack overflow inside of the console": `${PROBE} let last; const dive = () => { try { console.log({ toJSON: dive }) } catch (e) { last = e } }; dive(); probe(last); return 1`,
  "Symbol.species": `${PROBE} class P extends Promise { static get [Symbol.species]() { return function (run) { run((v) => probe(v), (v) => probe(v)) } } }; try { await P.resolve(device.EchoMCP.echo({})).then(1) } catch {} return 1`,
  "Symbol.hasInstance": `${PROBE} Object.defineProperty(Error, Symbol.hasInstance, { value: (v) => { probe(v); return true } }); console.log({ a: 1 }); return 1`,
  "Symbol.toPrimitive of a name": ["const key = { [Symbol.toPrimitive]: () => 'echo' }; await device.EchoMCP[key]({}); return 1", "ok"],
  "a proxy as arguments": [`${PROBE} await device.EchoMCP.echo(new Proxy({}, { ownKeys(t) { probe(t); return ['a'] }, getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }), get(t, k) { probe(t); return 1 } })); return 1`, "ok"],
  "a proxy around a tool": [`${PROBE} await new Proxy(device.EchoMCP.echo, { apply(t, self, args) { probe(t); return Reflect.apply(t, self, args) } })({}); return 1`, "ok"],
  "a proxy as the global prototype": "try { Object.setPrototypeOf(globalThis, new Proxy({}, { get: (t, k) => k })) } catch {} return typeof process2 === 'string' || true",
  "the realm by iterators": [`${PROBE} probe([][Symbol.iterator]()); probe(new Map().entries()); probe("".matchAll(/a/g)); return 1`, "ok"],
  "the host's functions by enumeration": ["const names = Reflect.ownKeys(globalThis).map(String); return names.some((n) => /host|bridge|refusal|finish|cancelTimer|explain/.test(n)) ? 'ESCAPED ' + names : 1", "ok"],
  "Function.prototype.toString of a tool": ["return /host|process|require/.test(String(device.EchoMCP.echo)) ? String(device.EchoMCP.echo).includes('native') ? 'ESCAPED' : 1 : 1", "ok"],
  "an async generator as a tool's argument": ["async function* g() { yield 1 } return await device.EchoMCP.echo(g())", "ok"],
  "closing the wrapper": ["}); globalThis.out = 1; (async () => {", "error"],
  "closing the wrapper in TypeScript": ["const a: number = 1; }); globalThis.out = 1; (async () => {", "error"],
  "a comment that swallows the wrapper": ["return 1 /*", "error"],
  "a template that swallows the wrapper": ["return `", "error"],
  "an HTML comment": ["return 1 <!-- 2", "error"],
}; // prettier-ignore
