/**
 * The streams and habits of whoever started us: where to write, whether a person is there, whether colour is welcome.
 * Stdin and stderr are opened by their first use: touching stdin alone costs two milliseconds at each start.
 */
import { writeSync } from "node:fs";
import { styleText } from "node:util";

export interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** A person can be asked. */
  readonly isInteractive: boolean;
  /** Columns of the terminal that stdout is; undefined for a file or a pipe, where nothing may be cut. */
  readonly columns: number | undefined;
  /** For text that goes to stdout. */
  readonly style: Style;
  /** For text that goes to stderr: either of the two may be redirected, and a file wants no colours. */
  readonly stderrStyle: Style;
}

export type Style = (format: "bold" | "dim" | "red" | "green" | "yellow" | "cyan", text: string) => string;

export function createTerminal(): Terminal {
  const { stdout } = process;
  stdout.on("error", leaveWithoutStdout);
  let stderr: NodeJS.WriteStream | undefined;
  const openStderr = (): NodeJS.WriteStream => {
    // Remarks that nobody reads are no reason to stop: the result on stdout is what counts.
    stderr ??= process.stderr.on("error", () => undefined);
    return stderr;
  };
  return {
    get stdin() {
      return process.stdin;
    },
    stdout,
    get stderr() {
      return openStderr();
    },
    get isInteractive() {
      return openStderr().isTTY && process.stdin.isTTY;
    },
    get columns() {
      return stdout.isTTY && stdout.columns > 0 ? stdout.columns : undefined; // some terminals do not know
    },
    style: styleOn(() => stdout),
    stderrStyle: styleOn(openStderr),
  };
}

/** styleText itself looks at NO_COLOR, FORCE_COLOR and whether the stream is a terminal. */
function styleOn(stream: () => NodeJS.WriteStream): Style {
  return (format, text) => styleText(format, text, { stream: stream(), validateStream: true });
}

/** `tackle list | head` closes our stdout, which is no error; a full disk is one. */
function leaveWithoutStdout(error: NodeJS.ErrnoException): never {
  if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
  const reason = error.code === "ENOSPC" ? "no space is left there" : error.message;
  try {
    writeSync(2, `error  The output could not be written to stdout: ${reason}\n`);
  } catch {
    // Nobody can be told; the exit code remains.
  }
  process.exit(1);
}
