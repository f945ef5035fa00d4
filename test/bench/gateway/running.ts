/** A contestant that runs: started in a folder of its own, spoken with until its tools are there, and ended with its whole tree. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, openSync, closeSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "./client.ts";
import { ECHO_SERVER, type Launch } from "./contestants.ts";
import { HttpPool, openHttpClient } from "./http-client.ts";
import { commandLine, endTree, processTree } from "./process-tree.ts";
import { openSseClient } from "./sse-client.ts";
import { openStdioClient } from "./stdio-client.ts";

const START_MS = 30_000;
const POLL_MS = 50;

export interface Running {
  readonly client: Client;
  readonly pid: number;
  /** What its tools are called, by the name that the server gave them. */
  readonly tools: ReadonlyMap<string, string>;
  /** Its own processes, without the server behind it. */
  readonly gatewayPids: readonly number[];
  /** All its processes. */
  readonly pids: readonly number[];
  readonly end: () => Promise<void>;
}

const started = new Set<ChildProcess>();

export async function startContestant(launch: Launch): Promise<Running> {
  const child = spawnContestant(launch);
  try {
    return await whenReady(launch, child);
  } catch (error) {
    await end(child);
    throw new Error(`${(error as Error).message}${lastWords(launch)}`, { cause: error });
  }
}

async function end(child: ChildProcess): Promise<void> {
  await endTree(child);
  started.delete(child);
}

/** Ends all that was started here, also what is not ready yet. */
export async function endContestants(): Promise<void> {
  await Promise.all([...started].map(end));
}

/** Its output goes to files: reading it would cost the load generator time, and a full pipe would stop the contestant. */
function spawnContestant({ command, args, face, home }: Launch): ChildProcess {
  mkdirSync(home, { recursive: true });
  const stdout = openSync(join(home, "stdout.txt"), "w");
  const stderr = openSync(join(home, "stderr.txt"), "w");
  const child = spawn(command, args, {
    cwd: home,
    env: { PATH: process.env["PATH"], HOME: home },
    stdio: face === "stdio" ? ["pipe", "pipe", stderr] : ["ignore", stdout, stderr],
    detached: true, // Ctrl-C is for us; we end it
  });
  closeSync(stdout);
  closeSync(stderr);
  started.add(child);
  child.once("error", () => {}); // it has no pid then, and does not get ready
  return child;
}

async function whenReady(launch: Launch, child: ChildProcess): Promise<Running> {
  const deadline = Date.now() + START_MS;
  const isOver = () => child.exitCode !== null || child.signalCode !== null || Date.now() > deadline;
  const client = await within(deadline, openClient(launch, child, isOver));
  const tools = await within(deadline, findTools(client, isOver));
  const { pid } = child;
  if (pid === undefined) throw new Error("it did not start");
  const pids = processTree(pid).map((entry) => entry.pid);
  return {
    client,
    pid,
    tools,
    pids,
    gatewayPids: pids.filter((own) => commandLine(own)[1] !== ECHO_SERVER),
    end: async () => {
      await client.close().catch(() => {}); // whatever it says to that, it is ended now
      await end(child);
    },
  };
}

async function openClient(launch: Launch, child: ChildProcess, isOver: () => boolean): Promise<Client> {
  if (launch.face === "stdio") {
    const { stdin, stdout } = child;
    if (stdin === null || stdout === null) throw new Error("it has no pipes");
    return openStdioClient({ stdin, stdout }, launch.era);
  }
  let problem = "it did not say its address";
  while (!isOver()) {
    try {
      const url = addressOf(launch);
      if (url !== undefined)
        return await (launch.face === "sse"
          ? openSseClient(url)
          : openHttpClient(new HttpPool(url), launch.era));
    } catch (error) {
      problem = (error as Error).message; // it is not there yet; the last problem is told when it never comes
    }
    await sleep(POLL_MS);
  }
  throw new Error(`${child.exitCode === null ? "not ready" : `exited with ${child.exitCode}`}: ${problem}`);
}

/** Where it listens, once it has said so. */
export function addressOf({ port, path, home }: Launch): string | undefined {
  if (port !== undefined) return `http://127.0.0.1:${port}${path}`;
  const said = readFileSync(join(home, "stdout.txt"), "utf8");
  return said === "" ? undefined : (JSON.parse(said) as { readonly url: string }).url;
}

/** Gateways put the server's name before a tool's; what a tool is called in the end is what the list says. */
async function findTools(client: Client, isOver: () => boolean): Promise<ReadonlyMap<string, string>> {
  while (!isOver()) {
    const { tools } = (await client.request("tools/list", {})) as { tools: readonly { name: string }[] };
    const found = ["echo", "blob", "steps"].flatMap((tool): [string, string][] => {
      const name = tools.find(({ name }) => name === tool || new RegExp(`(_|-|::)${tool}$`).test(name))?.name;
      return name === undefined ? [] : [[tool, name]];
    });
    if (found.length === 3) return new Map(found);
    await sleep(POLL_MS);
  }
  throw new Error("its list has no echo tool");
}

async function within<Result>(deadline: number, work: Promise<Result>): Promise<Result> {
  const timer = new AbortController();
  const late = sleep(deadline - Date.now(), undefined, { signal: timer.signal }).then(() => {
    throw new Error("not ready in time");
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => {});
    timer.abort();
  }
}

function lastWords({ home }: Launch): string {
  const said = ["stdout.txt", "stderr.txt"].flatMap((file) =>
    readFileSync(join(home, file), "utf8").split("\n").slice(-4),
  );
  const last = said
    .filter((line) => line.trim() !== "")
    .join(" | ")
    .slice(0, 400);
  return last === "" ? "" : ` (${last})`;
}
