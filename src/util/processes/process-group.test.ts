import { spawn, type ChildProcess } from "node:child_process";
import { afterEach, describe, expect, test, vi } from "vitest";
import { nextServerMark, SERVER_VARIABLE } from "./box-marker.ts";
import { ProcessGroup } from "./process-group.ts";
import { scanProcesses } from "./scan-processes.ts";
import { stopProcess } from "./stop-process.ts";

const PATIENCE = { endOfInputMs: 200, terminateMs: 300, killMs: 2_000, orphanMs: 100 };

describe.skipIf(process.platform === "win32")("a process group", () => {
  afterEach(() => void vi.restoreAllMocks());

  test("that was seen empty is never signalled again: its number may be a stranger's", async () => {
    const { group } = start("exit 0");
    await group.leaderExit;
    expect(await group.isGone()).toBe(true);
    const kill = vi.spyOn(process, "kill");
    await group.signal("SIGKILL");
    await stopProcess(group, { endInput: () => {}, patience: PATIENCE });
    expect(kill).not.toHaveBeenCalled();
  });

  test("is not gone while a member outlives its leader, and is then ended", async () => {
    const { group } = start("sleep 300 & exit 0");
    await group.leaderExit;
    expect(await group.isGone()).toBe(false);
    expect(await stopProcess(group, { patience: PATIENCE })).toBe("terminate");
    expect(await group.isGone()).toBe(true);
  });

  test("is stopped by the end of its input when that is enough", async () => {
    const { group, child } = start("read line");
    const kill = vi.spyOn(process, "kill");
    expect(await stopProcess(group, { endInput: () => child.stdin?.end(), patience: PATIENCE })).toBe(
      "end-of-input",
    );
    expect(kill.mock.calls.filter(([, signal]) => signal !== 0)).toEqual([]);
  });

  test("that ignores SIGTERM is killed", async () => {
    const { group, child } = start("trap '' TERM; echo; while :; do sleep 1; done");
    await new Promise((resolve) => child.stdout?.once("data", resolve));
    expect(await stopProcess(group, { endInput: () => child.stdin?.end(), patience: PATIENCE })).toBe("kill");
    expect(await group.survivors()).toEqual([]);
  });

  test.runIf(process.platform === "linux")("includes whoever left it but carries its mark", async () => {
    const { group } = start("setsid sh -c 'trap \"\" TERM; sleep 300' & sleep 0.2; exit 0");
    await group.leaderExit;
    expect(await group.survivors()).not.toEqual([]);
    await stopProcess(group, { patience: PATIENCE });
    expect(await group.survivors()).toEqual([]);
  });

  test.runIf(process.platform === "linux")(
    "includes a child that left it without its mark, also when the parent dies first",
    async () => {
      const { group, child } = start("env -i setsid sh -c 'trap \"\" TERM; echo $$; sleep 300; :'; :");
      const pid = await new Promise<number>((resolve) =>
        child.stdout?.once("data", (line) => resolve(Number(line))),
      );
      expect((await scanProcesses()).byPid.has(pid)).toBe(true);
      expect(await stopProcess(group, { patience: PATIENCE })).toBe("kill");
      expect((await scanProcesses()).byPid.has(pid)).toBe(false);
    },
  );
});

function start(script: string): { group: ProcessGroup; child: ChildProcess } {
  const mark = nextServerMark();
  const env = { PATH: process.env["PATH"], [SERVER_VARIABLE]: mark };
  const child = spawn("sh", ["-c", script], { detached: true, env, stdio: ["pipe", "pipe", "ignore"] });
  if (child.pid === undefined) throw new Error("not started");
  return { child, group: new ProcessGroup({ leader: child, pid: child.pid, mark }) };
}
