/**
 * Talks MCP to a server over the stdin and stdout of a process that it starts and, whatever happens, ends. Implements
 * the SDK's `Transport`; the members `pid` and `stderr` make the SDK probe for the protocol's era on this connection
 * instead of starting a second process. One transport is one life of a server: it cannot be started again.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { TackleError } from "../../../errors.ts";
import { endedByUs, exitReason, type ExitInfo } from "./exit-reason.ts";
import { hidingValuesOf } from "./hide-values.ts";
import { Inbox, type OversizeReport } from "./inbox.ts";
import { NoiseMeter, type NoiseReport } from "./noise-meter.ts";
import { PendingRequests } from "./pending-requests.ts";
import { ServerProcess } from "./server-process.ts";
import { StderrLines } from "../../../util/processes/stderr-lines.ts";
import { StderrRing } from "./stderr-ring.ts";
import type { Patience } from "../../../util/processes/stop-process.ts";
import { WriteQueue } from "./write-queue.ts";

export interface StdioTransportOptions {
  /** The server's name, for messages. */
  readonly server: string;
  readonly command: string;
  readonly args?: readonly string[];
  /** Added to the few names that a server inherits. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
  /** A longer message from the server is dropped and fails its call. */
  readonly maxMessageBytes?: number;
  /** How long the server may leave what we write unread. */
  readonly writeTimeoutMs?: number;
  readonly patience?: Patience;
  /** Hides secrets in lines from stderr; by default the values in `env` and what looks like a secret. */
  readonly redact?: (text: string) => string;
  readonly onNoise?: (report: NoiseReport) => void;
  readonly onOversize?: (report: OversizeReport) => void;
  /** A line from stderr as it happens, safe to show and redacted; at most a few hundred a second. */
  readonly onStderr?: (line: string) => void;
}

const MEBIBYTE = 1024 * 1024;
const DEFAULT_MAX_MESSAGE_BYTES = 16 * MEBIBYTE;
const DEFAULT_WRITE_TIMEOUT_MS = 20_000;
const MAX_QUEUED_BYTES = 64 * MEBIBYTE;
/** After a pipe closed, for the exit that usually follows and explains more. */
const EXIT_FOLLOWS_MS = 400;
const STDERR_TAIL_LINES = 20;
/** So many messages alone may be a lull among many, in which waiting for more is worth it; a longer row is not. */
const LULL = 8;

interface Connection {
  readonly process: ServerProcess;
  readonly inbox: Inbox;
  readonly output: WriteQueue;
}

export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport["onmessage"];

  /** How the process ended; `code` and `signal` are null when it never ran. Never rejects. */
  readonly exit: Promise<ExitInfo>;
  readonly stderr = new StderrRing();
  readonly #options: StdioTransportOptions;
  readonly #redact: (text: string) => string;
  readonly #pending = new PendingRequests();
  readonly #noise: NoiseMeter;
  readonly #resolveExit: (exit: ExitInfo) => void;
  #starting: Promise<Connection> | undefined;
  #connection: Connection | undefined;
  #closeReason: TackleError | undefined;
  #closing: Promise<void> | undefined;
  #hasSpoken = false;
  /** How many messages in a row were sent with no other under way. */
  #alone = 0;

  constructor(options: StdioTransportOptions) {
    this.#options = options;
    this.#redact = options.redact ?? hidingValuesOf(options.env ?? {});
    this.#noise = new NoiseMeter(options.onNoise, { redact: this.#redact });
    const exit = Promise.withResolvers<ExitInfo>();
    this.exit = exit.promise;
    this.#resolveExit = exit.resolve;
  }

  /** The server's process; null before the start. */
  get pid(): number | null {
    return this.#connection?.process.pid ?? null;
  }

  /** Why the connection ended; undefined while it lives. */
  get closeReason(): TackleError | undefined {
    return this.#closeReason;
  }

  /** How many lines the server wrote to stdout that were not for us. */
  get noiseCount(): number {
    return this.#noise.total;
  }

  async start(): Promise<void> {
    if (this.#closeReason !== undefined) throw this.#closeReason;
    if (this.#starting !== undefined) throw this.#defect("was started twice");
    this.#starting = this.#connect();
    try {
      await this.#starting;
    } catch (error) {
      this.#resolveExit({ code: null, signal: null, stderrTail: [] });
      this.#closeReason ??= error instanceof TackleError ? error : this.#defect("could not be made", error);
      throw this.#closeReason;
    }
  }

  send(message: JSONRPCMessage): Promise<void> {
    try {
      return this.#send(message);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Throws for what cannot be sent. */
  #send(message: JSONRPCMessage): Promise<void> {
    if (this.#closeReason !== undefined) throw this.#closeReason;
    if (this.#connection === undefined) throw this.#defect("was used before its start");
    const { output } = this.#connection;
    const line = `${JSON.stringify(message)}\n`;
    const refusal = output.refusalOf(line);
    if (refusal !== undefined) throw refusal;
    this.#pending.noteSent(message);
    this.#alone = this.#pending.size > 1 ? 0 : this.#alone + 1;
    return output.write(line);
  }

  /** Ends the connection at once and resolves when no process of the server is left. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { server } = this.#options;
    try {
      await this.#starting;
    } catch {
      // It never ran, and `start` has told its caller why.
      return;
    }
    this.#end(new TackleError({ code: "cancelled", message: `Server '${server}' was stopped`, server }));
    if (this.#connection === undefined) this.#resolveExit({ code: null, signal: null, stderrTail: [] });
    await this.#stop(true);
  }

  async #connect(): Promise<Connection> {
    const { server, command, args = [], env = {}, cwd } = this.#options;
    const process = await ServerProcess.start({ server, command, args, env, cwd });
    const inbox = this.#createInbox(process);
    const output = new WriteQueue(process.stdin, {
      server,
      maxQueued: MAX_QUEUED_BYTES,
      timeoutMs: this.#options.writeTimeoutMs ?? DEFAULT_WRITE_TIMEOUT_MS,
      isBusy: () => this.#alone <= LULL,
      onStall: (queued) => this.#giveUp("timeout", `has left ${queued} bytes on its stdin unread`),
    });
    this.#connection = { process, inbox, output };
    this.#listen(this.#connection);
    return this.#connection;
  }

  #createInbox({ stdout }: ServerProcess): Inbox {
    return new Inbox({
      maxMessageBytes: this.#options.maxMessageBytes ?? DEFAULT_MAX_MESSAGE_BYTES,
      pending: this.#pending,
      noise: this.#noise,
      deliver: (message) => this.#deliver(message),
      onOversize: (report) => this.#options.onOversize?.(report),
      onEndless: (bytes) => this.#giveUp("protocol", `wrote ${bytes} bytes to stdout without a line break`),
      pause: () => stdout.pause(),
      resume: () => stdout.resume(),
    });
  }

  #listen(connection: Connection): void {
    const { process, inbox } = connection;
    const { onStderr } = this.#options;
    const lines = onStderr && new StderrLines(onStderr, { redact: this.#redact });
    process.stderr.on("data", (chunk: Buffer) => {
      this.stderr.push(chunk);
      lines?.push(chunk);
    });
    process.stderr.once("close", () => lines?.end());
    process.stdout.on("data", (chunk: Buffer) => inbox.push(chunk));
    process.stdout.once("close", () => void this.#onPipeClosed("stdout", process));
    process.stdin.once("close", () => void this.#onPipeClosed("stdin", process));
    process.onExit((code, signal) => void this.#onExit({ code, signal }, connection));
  }

  #deliver(message: JSONRPCMessage): void {
    this.#hasSpoken = true;
    try {
      this.onmessage?.(message);
    } catch (error) {
      // A defect in a handler is not the server's fault and must not end the connection.
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  async #onExit(how: Pick<ExitInfo, "code" | "signal">, connection: Connection): Promise<void> {
    await connection.process.flushed(() => connection.inbox.bytesRead);
    if (connection.process.stdout.closed) await connection.inbox.end();
    const exit = { ...how, stderrTail: this.#stderrTail() };
    const circumstances = { hasSpoken: this.#hasSpoken, requestsInFlight: this.#pending.size };
    this.#end(exitReason({ server: this.#options.server, ...exit, ...circumstances }));
    this.#resolveExit(exit);
    await this.#stop(false);
  }

  /** A server that closed a pipe and lives on cannot be talked to; usually it is just about to exit. */
  async #onPipeClosed(pipe: "stdin" | "stdout", process: ServerProcess): Promise<void> {
    if (this.#closeReason !== undefined) return;
    await delay(EXIT_FOLLOWS_MS, undefined, { ref: false });
    if (!process.hasExited) this.#giveUp("connection", `closed its ${pipe} but did not exit`);
  }

  #giveUp(code: "connection" | "protocol" | "timeout", what: string): void {
    const { server } = this.#options;
    const hint = "It is being stopped. Restart it; if this happens again, report it to the server's maker.";
    this.#end(endedByUs({ server, code, what, hint, stderrTail: this.#stderrTail() }));
    void this.#stop(false);
  }

  /** The one place where the connection ends; the first reason stands. */
  #end(reason: TackleError): void {
    if (this.#closeReason !== undefined) return;
    this.#closeReason = reason;
    this.#connection?.inbox.stop();
    this.#connection?.output.close(reason);
    this.#noise.flush();
    if (reason.code !== "cancelled") this.onerror?.(reason);
    this.onclose?.();
  }

  /** Never rejects: what cannot be ended is reported, and stays known to the watchdog. */
  async #stop(isGentle: boolean): Promise<void> {
    try {
      const stage = await this.#connection?.process.stop({ isGentle, patience: this.#options.patience });
      if (stage === "stuck")
        this.onerror?.(this.#defect("could not be ended: SIGKILL left a process behind"));
    } catch (error) {
      this.onerror?.(this.#defect("could not be ended", error));
    }
  }

  #stderrTail(): string[] {
    return this.stderr.tail(STDERR_TAIL_LINES).map(this.#redact);
  }

  #defect(what: string, cause?: unknown): TackleError {
    const { server } = this.#options;
    const message = `The connection to server '${server}' ${what}`;
    return new TackleError({ code: "internal", message, server, cause });
  }
}
