/** A map that forgets what was not used for longest, so that it cannot grow for ever. */
export interface RecentlyUsed<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

export function createRecentlyUsed<Value>(max: number): RecentlyUsed<Value> {
  /** In the order of use: a Map keeps the order of insertion. */
  const entries = new Map<string, Value>();

  function set(key: string, value: Value): void {
    entries.delete(key);
    entries.set(key, value);
    const [oldest] = entries.keys();
    if (entries.size > max && oldest !== undefined) entries.delete(oldest);
  }

  function get(key: string): Value | undefined {
    const value = entries.get(key);
    if (value !== undefined) set(key, value);
    return value;
  }

  return { get, set };
}
