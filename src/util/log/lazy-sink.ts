/** A sink that is loaded with the first record: a run that has nothing to say does not pay for it. */
import type { LogRecord, LogSink } from "./record.ts";

export function lazySink(load: () => Promise<LogSink>): LogSink {
  let sink: LogSink | undefined;
  let loading: Promise<void> | undefined;
  const waiting: LogRecord[] = [];

  const open = async (): Promise<void> => {
    sink = await load();
    for (const record of waiting) sink.write(record);
  };

  return {
    write(record) {
      if (sink !== undefined) {
        sink.write(record);
        return;
      }
      waiting.push(record);
      loading ??= open();
    },
    async close() {
      await loading;
      await sink?.close();
    },
  };
}
