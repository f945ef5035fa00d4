/** From one server's definition to one live connection, over whichever transport and era it speaks. */
import { InMemoryTransport, type Transport } from "@modelcontextprotocol/client";
import { TackleError } from "../errors.ts";
import type {
  CallClient,
  HttpServer,
  InProcessServer,
  JsonObject,
  ServerDefinition,
  StdioServer,
} from "../types.ts";
import { Connection } from "./connection.ts";
import { priorFrom, type EraVerdict } from "./era.ts";
import { explainFailure } from "./explain-failure.ts";
import type { Cause } from "./flights.ts";
import { StdioTransport } from "./transports/stdio/stdio-transport.ts";
import { UpstreamClient } from "./upstream-client.ts";

/** What the configuration says to an in-process server. */
export interface InProcessSetup extends Pick<InProcessServer, "name" | "cwd" | "options" | "env"> {
  /** For the server's own log, line by line. */
  readonly onLog: (line: string) => void;
}

/** Starts an in-process server on its end of a pair of transports. What it returns is called when the connection has ended. */
export type StartInProcess = (
  transport: Transport,
  setup: InProcessSetup,
) => Promise<void | (() => Promise<void>)>;

export interface ConnectOptions {
  readonly clientVersion: string;
  /** How long the handshake may take. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly verdict?: EraVerdict | undefined;
  readonly inProcess: ReadonlyMap<string, StartInProcess>;
  readonly redact: (text: string) => string;
  /** There may be clients behind our requests that the server can ask. */
  readonly isInteractive: boolean;
  /** The client that has the connection for itself, where it belongs to a session. */
  readonly owner?: (() => CallClient | undefined) | undefined;
  readonly onNotification: (method: string, params: JsonObject, cause: Cause) => void;
  /** Something odd that is no failure: noise, a bad item in a list. */
  readonly onRemark: (remark: string) => void;
  readonly onStderr: (line: string) => void;
  /** Every message in both directions, for the debug log. */
  readonly onTraffic?: (direction: "sent" | "received", message: unknown) => void;
  /** Work that goes on after a failed connect: the process is being ended. */
  readonly onCleanup: (work: Promise<void>) => void;
}

export async function connect(definition: ServerDefinition, options: ConnectOptions): Promise<Connection> {
  switch (definition.type) {
    case "stdio":
      return connectStdio(definition, options);
    case "http":
    case "sse":
      return connectRemote(definition, options);
    case "inprocess":
      return connectInProcess(definition, options);
  }
}

async function connectStdio(definition: StdioServer, options: ConnectOptions): Promise<Connection> {
  const prior = priorFrom(options.verdict);
  try {
    return await openStdio(definition, { ...options, prior });
  } catch (error) {
    // Some old servers end when they are asked for the era; they deserve a second start without the question.
    const mayHaveEndedOnProbe =
      prior === undefined && error instanceof TackleError && error.code === "connection";
    if (!mayHaveEndedOnProbe || options.signal.aborted || !isExit(error)) throw error;
    return openStdio(definition, { ...options, prior: { kind: "legacy" } });
  }
}

/** A process that ran and ended, as opposed to one that could not be started. */
function isExit(error: TackleError): boolean {
  return !(error.cause instanceof Error && "syscall" in error.cause);
}

interface StdioOptions extends ConnectOptions {
  readonly prior: ReturnType<typeof priorFrom>;
}

async function openStdio(definition: StdioServer, options: StdioOptions): Promise<Connection> {
  const { name: server, command, args, env, cwd, maxMessageBytes } = definition;
  const { redact, onStderr, onRemark, signal, timeoutMs, prior } = options;
  const transport = new StdioTransport({
    server,
    command,
    args,
    env,
    cwd,
    redact,
    onStderr,
    ...(maxMessageBytes === undefined ? undefined : { maxMessageBytes }),
    onNoise: ({ count, kind, sample }) => onRemark(`stdout: ${count} × ${kind}, such as: ${sample}`),
  });
  const client = createClient(options, { mode: "auto", probeTimeoutMs: shares(timeoutMs).probe });
  // The SDK's question for the era does not heed a signal; without its transport it ends all the same.
  const giveUp = (): void => options.onCleanup(transport.close());
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    await client.connect(transport, {
      timeout: shares(timeoutMs).handshake,
      signal,
      ...(prior === undefined ? undefined : { prior }),
    });
  } catch (error) {
    // The client closes its transport when a handshake fails; that is our doing, and never the reason.
    const reason = transport.closeReason?.code === "cancelled" ? undefined : transport.closeReason;
    options.onCleanup(transport.close());
    throw explainFailure(error, {
      server,
      method: "The handshake",
      timeoutMs,
      wasCancelled: signal.aborted,
      closeReason: reason,
      redact,
    });
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
  return new Connection({
    server,
    client,
    kind: "stdio",
    pid: transport.pid ?? undefined,
    close: () => transport.close(),
    closeReason: () => transport.closeReason,
    lastHeard: () => client.lastHeard,
    redact,
  });
}

async function connectRemote(definition: HttpServer, options: ConnectOptions): Promise<Connection> {
  const { name: server, url, headers, type, maxMessageBytes: most } = definition;
  const { redact, signal, timeoutMs, onRemark } = options;
  // Loaded here, because most boxes have no remote server and its HTTP client is large.
  const { connectHttp } = await import("./transports/http/connect-http.ts");
  // Silence over HTTP means an outage, not an old server: the question may take all the time there is.
  const newClient = (): UpstreamClient => createClient(options, { mode: "auto", probeTimeoutMs: timeoutMs });
  let client = newClient();
  const connected = await connectHttp({
    server,
    url,
    headers,
    kind: type,
    redact,
    signal,
    prior: priorFrom(options.verdict),
    limits: {
      handshakeTimeoutMs: timeoutMs,
      ...(most === undefined ? undefined : { maxBodyBytes: most, maxEventBytes: most }),
    },
    makeClient: () => (client = newClient()),
    onStreamLost: (fault) => onRemark(`notifications stopped: ${fault.message}`),
  });
  return new Connection({
    server,
    client,
    kind: connected.kind,
    close: () => connected.close(),
    closeReason: () => undefined,
    lastHeard: () => client.lastHeard,
    redact,
  });
}

async function connectInProcess(definition: InProcessServer, options: ConnectOptions): Promise<Connection> {
  const { name: server, builtin } = definition;
  const start = options.inProcess.get(builtin);
  if (start === undefined) {
    const hint = `Known: ${[...options.inProcess.keys()].join(", ") || "none"}.`;
    throw new TackleError({
      code: "not-found",
      message: `There is no built-in server '${builtin}'`,
      hint,
      server,
    });
  }
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  // The modern era has no in-memory form.
  const client = createClient(options, { mode: "legacy", probeTimeoutMs: options.timeoutMs });
  let end: (() => Promise<void>) | void;
  const close = async (): Promise<void> => {
    await client.close();
    await end?.();
  };
  try {
    const { cwd, env, options: own } = definition;
    const onLog = (line: string): void => options.onStderr(options.redact(line));
    end = await start(theirs, { name: server, cwd, env, options: own, onLog });
    await client.connect(ours, { timeout: options.timeoutMs, signal: options.signal });
  } catch (error) {
    options.onCleanup(close());
    const { timeoutMs, redact } = options;
    throw explainFailure(error, { server, method: "The handshake", timeoutMs, redact });
  }
  return new Connection({
    server,
    client,
    kind: "inprocess",
    close,
    closeReason: () => undefined,
    lastHeard: () => client.lastHeard,
    redact: options.redact,
  });
}

/**
 * The time for a handshake, in two parts: an old server may leave the question for its era unanswered, and is taken for
 * an old one then; the old handshake that follows has the rest.
 */
function shares(timeoutMs: number): { probe: number; handshake: number } {
  const probe = Math.min(5000, timeoutMs / 3);
  return { probe, handshake: timeoutMs - probe };
}

interface EraQuestion {
  readonly mode: "auto" | "legacy";
  readonly probeTimeoutMs: number;
}

function createClient(options: ConnectOptions, { mode, probeTimeoutMs }: EraQuestion): UpstreamClient {
  const { clientVersion, isInteractive, owner, onTraffic, onNotification, onRemark } = options;
  return new UpstreamClient({
    version: clientVersion,
    mode,
    probeTimeoutMs,
    isInteractive,
    owner,
    onNotification,
    onRemark,
    onTraffic,
  });
}
