/** Why well-known globals are not there, and what to use instead. Only asked about names that are unknown. */

const NO_MODULES = "there are no modules in the sandbox";
const NO_NETWORK = "there is no network in the sandbox: call a tool under 'device'";
const NO_CODE = "programs cannot make code from text: write the function itself";
const NO_PROCESS = "there is no process in the sandbox";

const REASONS: ReadonlyMap<string, string> = new Map([
  ["require", NO_MODULES],
  ["module", NO_MODULES],
  ["exports", NO_MODULES],
  ["eval", NO_CODE],
  ["Function", NO_CODE],
  ["fetch", NO_NETWORK],
  ["XMLHttpRequest", NO_NETWORK],
  ["WebSocket", NO_NETWORK],
  ["process", NO_PROCESS],
  ["Deno", NO_PROCESS],
  ["Bun", NO_PROCESS],
  ["global", NO_PROCESS],
  ["__dirname", NO_PROCESS],
  ["__filename", NO_PROCESS],
  ["globalThis", "name what you want of it"],
  ["window", "there is no browser in the sandbox"],
  ["document", "there is no browser in the sandbox"],
  ["Buffer", "use texts, or Uint8Array"],
  ["setInterval", "use a loop with 'await sleep(milliseconds)'"],
  ["setImmediate", "use 'await sleep(0)'"],
  ["WebAssembly", NO_CODE],
  ["SharedArrayBuffer", "there is one thread only"],
  ["Atomics", "there is one thread only"],
]);

export function whyMissing(name: string): string | undefined {
  return REASONS.get(name);
}
