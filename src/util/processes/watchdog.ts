/**
 * Sees to it that no server outlives us, even when we are killed with SIGKILL: a tiny shell script in a session of its
 * own reads the process groups of our servers from a pipe. When the pipe ends we are gone, and it ends what is left:
 * the groups, and on Linux every process that carries our mark, which covers a server that was started but not yet
 * named and one that left its group. After a clean stop it finds nothing and just ends. It must never keep us alive.
 *
 * Not for Windows: there the stop ladder is all there is.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import { BOX_VARIABLE, boxId } from "./box-marker.ts";

/**
 * POSIX sh; run with dash and bash. `$1` is the mark. Group numbers 0 and 1 are refused: to `kill` they mean "my own
 * group" and "everybody". A group seen empty is forgotten: its number may be a stranger's from then on. The script
 * does not carry the mark in its own environment.
 */
const SCRIPT = `
trap '' INT TERM HUP QUIT PIPE TSTP
mark=$1
groups=' '
while read -r line; do
  id=\${line#?}
  case $id in ''|*[!0-9]*|0*|1) continue ;; esac
  case $line in
    +*) groups="$groups$id " ;;
    -*) case $groups in *" $id "*) groups="\${groups%%" $id "*} \${groups#*" $id "}" ;; esac ;;
  esac
done
exec 2>/dev/null
marked() {
  for file in $(grep -lsF "$mark" /proc/[0-9]*/environ); do
    file=\${file#/proc/}
    echo "\${file%/environ}"
  done
}
send() {
  for id in $groups; do kill -s "$1" -- "-$id"; done
  for id in $(marked); do kill -s "$1" "$id"; done
}
anything_left() {
  living=' '
  for id in $groups; do kill -s 0 -- "-$id" && living="$living$id "; done
  groups=$living
  [ "$groups" != ' ' ] || [ -n "$(marked)" ]
}
anything_left || exit 0
send TERM
tries=0
while [ $tries -lt 5 ] && anything_left; do
  sleep 0.2 || sleep 1
  tries=$((tries + 1))
done
tries=0
while [ $tries -lt 10 ] && anything_left; do
  send KILL
  sleep 0.1 || sleep 1
  tries=$((tries + 1))
done
`;

/** A watchdog that dies sooner than this after its start is not started again until the next server is. */
const SHORT_LIFE_MS = 1_000;

class Watchdog {
  readonly #groups = new Set<number>();
  #script: ChildProcess | undefined;

  /** The script's process, for tests. */
  get pid(): number | undefined {
    return this.#script?.pid;
  }

  /** Starts the script unless it runs. Call before a server is started. */
  ensure(): void {
    if (process.platform === "win32" || this.#script !== undefined) return;
    try {
      this.#start();
    } catch {
      // Without a watchdog the stop ladder works all the same; only our own sudden death is not covered.
    }
  }

  #start(): void {
    const started = performance.now();
    const script: ChildProcess = spawn(
      "/bin/sh",
      ["-c", SCRIPT, "tacklebox-watchdog", `${BOX_VARIABLE}=${boxId}`],
      {
        detached: true,
        cwd: "/",
        env: { PATH: `/usr/bin:/bin:${process.env["PATH"] ?? ""}` },
        stdio: ["pipe", "ignore", "ignore"],
      },
    );
    const forget = (): void => {
      if (this.#script !== script) return;
      this.#script = undefined;
      if (this.#groups.size > 0 && performance.now() - started > SHORT_LIFE_MS) this.ensure();
    };
    script.once("exit", forget);
    script.once("error", forget);
    // It may have died while we write; "exit" tells us.
    script.stdin?.on("error", () => {});
    script.unref();
    if (script.stdin instanceof Socket) script.stdin.unref();
    this.#script = script;
    for (const group of this.#groups) this.#tell(`+${group}`);
  }

  add(group: number): void {
    this.#groups.add(group);
    this.#tell(`+${group}`);
  }

  /** Only when nothing of the group is left: its number may mean something else from now on. */
  remove(group: number): void {
    if (this.#groups.delete(group)) this.#tell(`-${group}`);
  }

  #tell(line: string): void {
    this.#script?.stdin?.write(`${line}\n`);
  }
}

/** The one watchdog of this process. */
export const watchdog = new Watchdog();
