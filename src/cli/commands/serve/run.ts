/** Runs the gateway from its start to its last answer. */
import { Box } from "../../../box/box.ts";
import { followConfig } from "../../../box/follow-config.ts";
import { keepServerLogs } from "../../../box/server-log.ts";
import type { Config } from "../../../config/config.ts";
import { systemCodeOf, TackleError } from "../../../errors.ts";
import { Gateway } from "../../../gateway/gateway.ts";
import type { Invocation } from "../../command.ts";
import { loadDefaults } from "../../default-config.ts";
import { readConfig, trustRules } from "../../read-config.ts";
import { listenForSignals } from "../../signals.ts";
import { warnAboutServers } from "../../warn-about-servers.ts";
import { announce } from "./announce.ts";
import { noProfile } from "./no-profile.ts";
import { offerAttachment } from "./offer-attachment.ts";
import { readSettings, type ServeSettings } from "./settings.ts";
import { urlOf } from "./url-of.ts";

export async function serveHttp(invocation: Invocation): Promise<void> {
  const { options, terminal, version } = invocation;
  const settings = readSettings(options);
  await withGateway(invocation, async ({ gateway, box, started, signal }) => {
    let isReady = false;
    void started.then(() => (isReady = true));
    const port = await listen(gateway, settings, () => isReady);
    await offerAttachment(invocation, gateway, urlOf(settings.host, port));
    announce({ terminal, port, version, host: settings.host, wantsJson: options.flag("json"), box, started });
    await untilAborted(signal);
    if (terminal.stderr.isTTY)
      terminal.stderr.write("\rLetting calls finish; a second Ctrl-C ends at once.\n");
    await gateway.drain();
  });
}

export async function serveStdio(invocation: Invocation): Promise<void> {
  const { options, terminal } = invocation;
  const profile = options.text("profile") ?? "default";
  await withGateway(invocation, async ({ gateway, signal }) => {
    if (!gateway.hasProfile(profile)) throw noProfile(profile);
    await gateway.serve(profile, { input: terminal.stdin, output: terminal.stdout }, signal);
    terminal.stdin.destroy(); // an open stdin would keep the process from ending
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
}

async function withGateway(invocation: Invocation, work: (running: Running) => Promise<void>): Promise<void> {
  const { surroundings, log, redactor, version } = invocation;
  const { env } = surroundings;
  const config = await configOf(invocation);
  warnAboutServers(invocation, config);
  const box = new Box({
    config,
    rules: trustRules(invocation),
    version,
    env,
    log,
    redactor,
    caller: { kind: "client", name: "gateway" },
    isInteractive: true,
  });
  const logs = keepServerLogs(box, env, redactor);
  box.onStop(followConfig(box, { loading: surroundings, current: config, log }));
  const signals = listenForSignals(() => undefined);
  try {
    const started = box.start();
    started.catch(() => undefined); // told by whoever waits for it
    await work({ gateway: new Gateway({ box, version, started }), box, started, signal: signals.signal });
  } finally {
    await box.stop();
    await logs.close();
    signals.end();
  }
}

/** With nothing configured there is the built-in set, so that the first start shows something. */
async function configOf(invocation: Invocation): Promise<Config> {
  const config = await readConfig(invocation);
  return config.servers.size === 0 ? loadDefaults(invocation.surroundings) : config;
}

async function listen(gateway: Gateway, settings: ServeSettings, isReady: () => boolean): Promise<number> {
  const { host, port } = settings;
  try {
    return await gateway.listen({
      ...settings,
      isReady,
      metrics: () => "",
      admit: () => ({ kind: "admitted", principal: undefined }),
    });
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
