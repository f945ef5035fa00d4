/**
 * Looks through /proc for the processes that we started: by process group, and by the mark in their environment, which
 * also finds those that left the group with setsid. Linux only; elsewhere it finds nothing. A scan reads two small
 * files per process, gives the event loop back every few dozen, and is shared by all who ask while none has begun.
 */
import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { SERVER_VARIABLE } from "./box-marker.ts";

export interface ProcessTable {
  /** Mark of a server → processes that carry it. */
  readonly byMark: ReadonlyMap<string, readonly FoundProcess[]>;
  /** Process group → its members. */
  readonly byGroup: ReadonlyMap<number, readonly FoundProcess[]>;
  /** Process → those that it started and that are still its children. */
  readonly byParent: ReadonlyMap<number, readonly FoundProcess[]>;
  readonly byPid: ReadonlyMap<number, FoundProcess>;
}

/** A process that is really running: the dead that nobody has collected yet do not count. */
export interface FoundProcess {
  readonly pid: number;
  readonly group: number;
  readonly parent: number;
  /** In ticks of the machine; with it, a pid that was given to somebody else is told apart. */
  readonly startedAt: string;
}

const PIDS_PER_TURN = 64;
const MARK_PREFIX = Buffer.from(`${SERVER_VARIABLE}=`);
/** Far above the size of ordinary environments; a mark behind it is not found. */
const buffer = Buffer.allocUnsafe(256 * 1024);

let nextScan: Promise<ProcessTable> | undefined;

/** What runs at some moment after this call. */
export function scanProcesses(): Promise<ProcessTable> {
  nextScan ??= nextTurn().then(() => {
    nextScan = undefined;
    return scan();
  });
  return nextScan;
}

async function scan(): Promise<ProcessTable> {
  const byMark = new Map<string, FoundProcess[]>();
  const byGroup = new Map<number, FoundProcess[]>();
  const byParent = new Map<number, FoundProcess[]>();
  const byPid = new Map<number, FoundProcess>();
  let seen = 0;
  for (const pid of listPids()) {
    seen += 1;
    if (seen % PIDS_PER_TURN === 0) await nextTurn();
    const found = readProcess(pid);
    if (found === undefined) continue;
    byPid.set(pid, found);
    append(byGroup, found.group, found);
    append(byParent, found.parent, found);
    const mark = markOf(pid);
    if (mark !== undefined) append(byMark, mark, found);
  }
  return { byMark, byGroup, byParent, byPid };
}

function listPids(): number[] {
  if (process.platform !== "linux") return [];
  try {
    return readdirSync("/proc").map(Number).filter(Number.isSafeInteger);
  } catch {
    // No /proc in this container: the process group alone has to do.
    return [];
  }
}

/** Where the start time stands among the fields after the name (proc(5), field 22 of all). */
const START_FIELD = 19;

/** Undefined when the process is gone or dead. */
function readProcess(pid: number): FoundProcess | undefined {
  const length = read(`/proc/${pid}/stat`);
  const text = buffer.toString("latin1", 0, length);
  // "pid (name) state parent group …"; the name may itself hold spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ", START_FIELD + 1);
  const [state, parent, group] = fields;
  const startedAt = fields[START_FIELD];
  if (group === undefined || startedAt === undefined || state === "Z" || state === "X") return undefined;
  return { pid, group: Number(group), parent: Number(parent), startedAt };
}

function markOf(pid: number): string | undefined {
  const environment = buffer.subarray(0, read(`/proc/${pid}/environ`));
  const start = environment.indexOf(MARK_PREFIX);
  if (start === -1 || (start > 0 && environment[start - 1] !== 0)) return undefined;
  const end = environment.indexOf(0, start);
  return environment.toString("latin1", start + MARK_PREFIX.length, end === -1 ? environment.length : end);
}

/** Reads into the shared buffer; 0 for what is gone or not ours to read. */
function read(path: string): number {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    return readSync(file, buffer, 0, buffer.length, 0);
  } catch {
    return 0;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function append<Key>(map: Map<Key, FoundProcess[]>, key: Key, found: FoundProcess): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [found]);
  else list.push(found);
}
