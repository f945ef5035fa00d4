/**
 * The load generator, a process of its own. It does what the bench says over IPC, one order after the other, and owns whatever
 * it starts: when the bench is gone, for whatever reason, so is everything else.
 */
import type { Launch } from "./contestants.ts";
import { runLoad, type Load } from "./run-load.ts";
import { endContestants, startContestant, type Running } from "./running.ts";

export type Order =
  | { readonly kind: "open"; readonly name: string; readonly launch: Launch }
  | { readonly kind: "run"; readonly name: string; readonly load: Load }
  | { readonly kind: "close"; readonly name: string };

const STUCK_MS = 30_000;
const running = new Map<string, Running>();

async function follow(order: Order): Promise<unknown> {
  if (order.kind === "open") {
    running.set(order.name, await startContestant(order.launch));
    return true;
  }
  const contestant = running.get(order.name);
  if (contestant === undefined) throw new Error(`${order.name} was never opened`);
  if (order.kind === "close") {
    running.delete(order.name);
    await contestant.end();
    return true;
  }
  const { load } = order;
  let timer: NodeJS.Timeout | undefined;
  const stuck = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error("some calls were never answered")), load.milliseconds + STUCK_MS);
  });
  try {
    return await Promise.race([runLoad(contestant, load), stuck]);
  } finally {
    clearTimeout(timer);
  }
}

process.on("message", ({ id, order }: { id: number; order: Order }) => {
  follow(order).then(
    (result) => say({ id, result }),
    (error: unknown) => say({ id, error: (error as Error).message }),
  );
});

function say(reply: object): void {
  if (process.connected) process.send?.(reply, undefined, undefined, () => {}); // whoever has gone need not hear it
}

async function endAll(code: number): Promise<void> {
  await endContestants();
  process.exit(code);
}

process.once("disconnect", () => {
  void endAll(0);
});
process.once("uncaughtException", (error) => {
  console.error(error);
  void endAll(1);
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {}); // the bench says when
