import { afterAll, expect, it } from "vitest";
import { WorkerCall } from "./worker-call.ts";

type Order = {
  readonly say?: string;
  readonly spend?: boolean;
  readonly die?: boolean;
  readonly hang?: boolean;
};

const calls: WorkerCall<Order, string>[] = [];
afterAll(() => {
  for (const call of calls) call.close();
});

function workerCall(timeoutMs = 30_000): WorkerCall<Order, string> {
  const file = new URL("../fixtures/obedient-worker.ts", import.meta.url);
  const call = new WorkerCall<Order, string>({ file, purpose: "obey", heapMb: 32, timeoutMs });
  calls.push(call);
  return call;
}
/** `2 of thread 5` → `5`. */
const threadIn = (answer: string) => answer.split(" ").at(-1);

it("asks one thread again and again", async () => {
  const worker = workerCall();
  const first = await worker.call({ say: "a" });
  const second = await worker.call({ say: "b" });
  expect([first.split(" ")[0], second.split(" ")[0]]).toEqual(["a", "b"]);
  expect(threadIn(second)).toBe(threadIn(first));
});

it("takes a new thread after one that is spent", async () => {
  const worker = workerCall();
  const first = await worker.call({ say: "a", spend: true });
  expect(threadIn(await worker.call({ say: "b" }))).not.toBe(threadIn(first));
});

it("fails the call whose thread dies, and not the next", async () => {
  const worker = workerCall();
  await expect(worker.call({ die: true })).rejects.toThrow("Could not obey: the thread failed");
  expect(await worker.call({ say: "c" })).toMatch(/^c /);
});

it("ends a thread that takes too long", async () => {
  const worker = workerCall(300);
  await expect(worker.call({ hang: true })).rejects.toThrow("Could not obey: it took longer than 300 ms");
});

it("fails what runs, and what comes later, when it is closed", async () => {
  const worker = workerCall();
  const running = worker.call({ hang: true });
  worker.close();
  await expect(running).rejects.toThrow("Could not obey");
  await expect(worker.call({ say: "a" })).rejects.toThrow("it was closed");
});

it("shows a thread nothing of the environment", async () => {
  expect(await workerCall().call({ say: "env" })).toMatch(/^env 0 variables/);
});
