/** The store for one command that only reads records: opened without a box, and closed whatever happens. */
import { openStore, type Store } from "../store/store.ts";
import type { Invocation } from "./command.ts";

export async function withStore<Result>(
  { surroundings, log }: Invocation,
  work: (store: Store) => Promise<Result> | Result,
): Promise<Result> {
  const store = openStore({
    env: surroundings.env,
    onWarning: ({ message, hint }) => log.warn(message, { hint }),
  });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
