/** The globals that every program has, besides its namespaces and functions. What the gate checks programs against. */
const NAMES = `
  AggregateError Error EvalError InternalError RangeError ReferenceError SyntaxError TypeError URIError
  Array ArrayBuffer BigInt Boolean DataView Date Iterator Map Number Object Promise Proxy RegExp Set String Symbol
  WeakMap WeakSet BigInt64Array BigUint64Array Float16Array Float32Array Float64Array Int16Array Int32Array Int8Array
  Uint16Array Uint32Array Uint8Array Uint8ClampedArray
  JSON Math Reflect Infinity NaN undefined
  decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape isFinite isNaN parseFloat parseInt
  console sleep setTimeout clearTimeout`;

export const GUEST_GLOBALS: readonly string[] = NAMES.trim().split(/\s+/);
