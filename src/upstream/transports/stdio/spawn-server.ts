/**
 * Starts a server's program: exact arguments, never a shell, in a session and process group of its own so that the
 * whole tree can be signalled and a Ctrl-C on our terminal does not reach it.
 */
import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from "node:child_process";
import { explainSpawnFailure } from "./explain-spawn-failure.ts";

export interface ServerProgram {
  /** The server's name, for messages. */
  readonly server: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The complete environment; nothing is added to it. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
}

export interface SpawnedServer {
  readonly child: ChildProcessWithoutNullStreams;
  readonly pid: number;
}

/** Resolves once the program runs; `onSpawn` is called in the same turn in which its process exists. */
export async function spawnServer(
  program: ServerProgram,
  onSpawn: (pid: number) => void,
): Promise<SpawnedServer> {
  try {
    const child = await createProcess(program);
    if (child.pid !== undefined) onSpawn(child.pid);
    await running(child);
    return { child, pid: child.pid ?? Number.NaN };
  } catch (error) {
    throw await explainSpawnFailure(program, error);
  }
}

async function createProcess(program: ServerProgram): Promise<ChildProcessWithoutNullStreams> {
  const { command, args, env, cwd } = program;
  const options = { cwd, env, stdio: "pipe" as const, shell: false, windowsHide: true };
  if (process.platform !== "win32") return spawn(command, args, { ...options, detached: true });
  // On Windows `npx` and friends are .cmd files that only a carefully quoted cmd.exe can run. `detached` would open
  // a console window there; the tree is ended with taskkill instead.
  const crossSpawn = await import("cross-spawn");
  return crossSpawn.spawn(command, args, options);
}

function running(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("spawn", resolve);
    // Stays for the life of the child: an "error" without a listener would end our process.
    child.on("error", reject);
  });
}
