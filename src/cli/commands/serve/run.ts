/** Runs the gateway from its start to its last answer. */
import { Box } from "../../../box/box.ts";
import { followConfig } from "../../../box/follow-config.ts";
import { keepServerLogs } from "../../../box/server-log.ts";
import type { Config } from "../../../config/config.ts";
import { systemCodeOf, TackleError } from "../../../errors.ts";
import { Gateway, type HttpSettings } from "../../../gateway/gateway.ts";
import { Metrics } from "../../../gateway/operations/metrics.ts";
import type { Tracing } from "../../../gateway/operations/traces.ts";
import type { Pipes } from "../../../gateway/stdio/stdio-face.ts";
import type { Invocation } from "../../command.ts";
import { loadDefaults } from "../../default-config.ts";
import { readConfig, trustRules } from "../../read-config.ts";
import { listenForSignals } from "../../signals.ts";
import { warnAboutServers } from "../../warn-about-servers.ts";
import { announce } from "./announce.ts";
import { noProfile } from "./no-profile.ts";
import { offerAttachment } from "./offer-attachment.ts";
import { urlOf } from "./url-of.ts";
import { askPersons } from "./ask-persons.ts";
import { describeDefaults } from "./describe-defaults.ts";
import { openDoor } from "./open-door.ts";
import { readSettings, type ServeSettings } from "./settings.ts";
import { stdoutAudience } from "./stdout-audience.ts";
import { startTraces } from "./trace.ts";

export async function serveHttp(invocation: Invocation): Promise<void> {
  const { options, terminal, version } = invocation;
  const settings = readSettings(options);
  const door = openDoor(invocation, settings);
  await withGateway(invocation, async ({ gateway, box, started, signal, tracing }) => {
    let isReady = false;
    void started.then(() => (isReady = true));
    const metrics = new Metrics({
      box,
      version,
      sessions: () => gateway.sessions,
      heldConversations: () => gateway.heldConversations,
      refusals: () => gateway.refusals,
      spans: tracing === undefined ? undefined : () => tracing.counts,
    });
    box.onStop(metrics);
    const port = await listen(gateway, settings, {
      ...door,
      isReady: () => isReady,
      metrics: () => metrics.text(),
      onAnswered: (request) => metrics.countRequest(request),
      onDefect: (error) =>
        invocation.log.error("a request failed because of a defect", { error: String(error) }),
    });
    const { host, needsToken } = settings;
    await offerAttachment(invocation, gateway, { url: urlOf(host, port), needsToken });
    announce({ terminal, settings, port, version, wantsJson: options.flag("json"), box, started });
    await untilAborted(signal);
    if (terminal.stderr.isTTY)
      terminal.stderr.write("\rLetting calls finish; a second Ctrl-C ends at once.\n");
    await gateway.drain();
  });
}

export async function serveStdio(invocation: Invocation): Promise<void> {
  const { stdin, stdout } = invocation.terminal;
  await servePipes(invocation, { input: stdin, output: stdout, audience: stdoutAudience(stdout) });
}

/** One client, over the pipes of this process or those of whoever stands between it and us. */
export async function servePipes(invocation: Invocation, pipes: Pipes): Promise<void> {
  const profile = invocation.options.text("profile") ?? "default";
  await withGateway(invocation, async ({ gateway, signal }) => {
    if (!gateway.hasProfile(profile)) throw noProfile(profile);
    await gateway.serve(profile, pipes, signal);
    pipes.input.destroy(); // an open stdin would keep the process from ending
    await gateway.drain();
  });
}

interface Running {
  readonly gateway: Gateway;
  readonly box: Box;
  /** Resolves when every server has started or failed. */
  readonly started: Promise<void>;
  /** Aborts when somebody wants us to end. */
  readonly signal: AbortSignal;
  readonly tracing: Tracing | undefined;
}

async function withGateway(invocation: Invocation, work: (running: Running) => Promise<void>): Promise<void> {
  const { surroundings, log, redactor, version, terminal, options } = invocation;
  // With --stdio the terminal's input carries the protocol.
  const isFree = !options.flag("stdio");
  const { env } = surroundings;
  const config = await configOf(invocation);
  warnAboutServers(invocation, config);
  const tracing = await startTraces(invocation);
  const box: Box = new Box({
    config,
    rules: trustRules(invocation),
    version,
    env,
    log,
    redactor,
    caller: { kind: "client", name: "gateway" },
    isInteractive: true,
    isBusy: true,
    ask: askPersons({ terminal: isFree && terminal.isInteractive ? terminal : undefined, box: () => box }),
  });
  const logs = keepServerLogs(box, env, redactor);
  box.onStop(followConfig(box, { loading: surroundings, current: config, log }));
  const signals = listenForSignals(() => undefined);
  try {
    const started = box
      .start()
      .catch((error: unknown) => log.error("the servers could not be started", { error: String(error) }));
    const gateway = new Gateway({ box, version, started, tracer: tracing });
    await work({ gateway, box, started, signal: signals.signal, tracing });
  } finally {
    await box.stop();
    await tracing?.close();
    await logs.close();
    signals.end();
  }
}

/** With nothing configured there is the built-in set, so that the first start shows something. */
async function configOf(invocation: Invocation): Promise<Config> {
  const config = await readConfig(invocation);
  if (config.servers.size > 0) return config;
  const defaults = await loadDefaults(invocation.surroundings);
  invocation.terminal.stderr.write(describeDefaults(invocation, defaults));
  return defaults;
}

async function listen(
  gateway: Gateway,
  settings: ServeSettings,
  face: Pick<HttpSettings, "admit" | "isStillAdmitted" | "onAnswered" | "onDefect" | "metrics" | "isReady">,
): Promise<number> {
  const { host, port } = settings;
  try {
    return await gateway.listen({ ...settings, ...face });
  } catch (error) {
    throw cannotListen(error, host, port);
  }
}

function cannotListen(error: unknown, host: string, port: number): TackleError {
  const place = `${host}:${port}`;
  switch (systemCodeOf(error)) {
    case "EADDRINUSE":
      return new TackleError({
        code: "conflict",
        message: `Port ${port} on ${host} is in use`,
        hint: `Is 'tackle serve' running already? Another port: tackle serve --port ${port + 1}, or --port 0 for a free one.`,
        cause: error,
      });
    case "EACCES":
      return new TackleError({
        code: "permission",
        message: `The system does not let us listen on ${place}`,
        hint: "Choose a port above 1023: tackle serve --port 4747",
        cause: error,
      });
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new TackleError({
        code: "usage",
        message: `'${host}' is no address of this machine`,
        hint: "Use 127.0.0.1, or 0.0.0.0 for all addresses (needs a token).",
        cause: error,
      });
    default:
      return new TackleError({
        code: "connection",
        message: `Cannot listen on ${place}: ${String(error)}`,
        cause: error,
      });
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
