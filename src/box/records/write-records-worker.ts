/** The thread that writes the records of a busy box. It has a store of its own, on the same files. */
import { parentPort, workerData } from "node:worker_threads";
import { openStore } from "../../store/store.ts";
import type { CallRecord } from "../../types.ts";
import type { Environment } from "../../util/paths.ts";
import { recordCall } from "./record-call.ts";

/** Records to write; `isLast` asks for them to be on the disk, and for the end. */
export interface RecordParcel {
  readonly number: number;
  readonly records: readonly CallRecord[];
  readonly isLast: boolean;
}

/** `number`: the parcel that is on the disk. */
export type RecordAnswer = { readonly number: number } | { readonly warning: string; readonly hint?: string };

const port = parentPort;
const answer = (message: RecordAnswer): void => port?.postMessage(message);
const store = openStore({
  env: workerData as Environment,
  onWarning: ({ message, hint }) =>
    answer({ warning: message, ...(hint === undefined ? undefined : { hint }) }),
});

port?.on("message", ({ number, records, isLast }: RecordParcel) => {
  for (const record of records) recordCall(store, record);
  const areWritten = store.calls.flush() && store.audit.flush();
  if (areWritten) answer({ number });
  if (isLast) void store.close().then(() => port.close());
});
