/** Runs the built product as a person or a script would: a process of its own, with a home folder of its own. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

export const TACKLE = resolve(import.meta.dirname, "../../dist/tackle.js");

export interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The one JSON value on stdout. */
  readonly json: unknown;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly stdin?: string;
}

/** A home folder, a project in it, and `tackle` run there. */
export class Bench {
  readonly home = mkdtempSync(join(tmpdir(), "tackle ü "));
  readonly project = join(this.home, "my project");
  readonly userFile = join(this.home, ".config/tacklebox/config.json");

  constructor() {
    mkdirSync(this.project);
  }

  write(path: string, text: string | Uint8Array): string {
    const file = resolve(this.project, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  read(path: string): string {
    return readFileSync(resolve(this.project, path), "utf8");
  }

  run(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
    const child = this.start(args, options);
    return new Promise((done, fail) => {
      const out: Buffer[] = [];
      const err: Buffer[] = [];
      child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
      child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
      child.once("error", fail);
      child.once("close", (code, signal) => {
        const stdout = Buffer.concat(out).toString();
        done({ code, signal, stdout, stderr: Buffer.concat(err).toString(), json: jsonOf(stdout) });
      });
      child.stdin.end(options.stdin ?? "");
    });
  }

  start(args: readonly string[], { env, cwd }: RunOptions = {}) {
    return spawn(process.execPath, [TACKLE, ...args], {
      cwd: cwd ?? this.project,
      env: { PATH: process.env["PATH"], HOME: this.home, ...env },
    });
  }

  dispose(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
