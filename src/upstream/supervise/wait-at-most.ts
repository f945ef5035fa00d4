/** Waits for something, but no longer than a time and a signal allow; the something goes on by itself. */
export type Waited<Value> =
  | { readonly kind: "done"; readonly value: Value }
  | { readonly kind: "late" }
  | { readonly kind: "aborted" };

export async function waitAtMost<Value>(
  work: Promise<Value>,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<Waited<Value>> {
  if (signal?.aborted === true) return { kind: "aborted" };
  const { promise, resolve } = Promise.withResolvers<Waited<Value>>();
  const timer = setTimeout(() => resolve({ kind: "late" }), milliseconds);
  const onAbort = (): void => resolve({ kind: "aborted" });
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work.then((value): Waited<Value> => ({ kind: "done", value })), promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}
