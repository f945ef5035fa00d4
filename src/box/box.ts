/** Everything together as one object: a configuration goes in, supervised servers come out. */
import type { Config } from "../config/config.ts";
import type { TrustRules } from "../gate/trust.ts";
import { startEcho } from "../servers/echo.ts";
import { KnownServers } from "../store/known-servers.ts";
import type { ServerStatus } from "../types.ts";
import type { Logger } from "../util/log/logger.ts";
import type { Environment } from "../util/paths.ts";
import type { Redactor } from "../util/redact.ts";
import { cutText } from "../util/terminal-text.ts";
import type { StartInProcess } from "../upstream/connect.ts";
import type { Server } from "../upstream/server.ts";
import type { SupervisionPolicy } from "../upstream/supervise/policy.ts";
import type { KnownServer } from "../upstream/supervise/supervisor.ts";
import { Upstreams } from "../upstream/upstreams.ts";
import { EventHub, type BoxEvents, type BoxListener } from "./events.ts";
import { planServers } from "./plan-servers.ts";

export interface BoxOptions {
  readonly config: Config;
  readonly rules: TrustRules;
  readonly version: string;
  readonly env: Environment;
  readonly log: Logger;
  readonly redactor: Redactor;
  readonly inProcess?: ReadonlyMap<string, StartInProcess>;
  readonly policy?: Partial<SupervisionPolicy>;
}

const MAX_TRAFFIC_CHARS = 2000;

const BUILT_IN: readonly (readonly [string, StartInProcess])[] = [["echo", startEcho]];

export class Box {
  readonly #options: BoxOptions;
  readonly #events: EventHub;
  readonly #known: KnownServers;
  readonly #upstreams: Upstreams;

  constructor(options: BoxOptions) {
    const { env, redactor, version, policy, inProcess } = options;
    this.#options = options;
    this.#events = new EventHub((error) => options.log.error("a listener failed", { error: String(error) }));
    this.#known = new KnownServers(env);
    for (const secret of options.config.secrets) redactor.addSecret(secret);
    this.#upstreams = new Upstreams({
      clientVersion: version,
      inProcess: new Map([...BUILT_IN, ...(inProcess ?? [])]),
      redact: (text) => redactor.text(text),
      recall: (definition) => asKnownServer(this.#known.recall(definition)),
      remember: (definition, known) => this.#known.remember(definition, known),
      onState: (status) => this.#events.emit("server-state", status),
      onLists: (server, lists) => this.#events.emit("lists-change", { server, lists }),
      onRemark: (server, remark) =>
        this.#events.emit("server-remark", { server, remark: redactor.text(remark) }),
      onStderr: (server, line) => this.#events.emit("server-stderr", { server, line }),
      trafficOf: ({ name }) => this.#trafficLog(name),
      ...(policy === undefined ? undefined : { policy }),
    });
    this.#keepLog();
  }

  /** Starts every server that may run; resolves when each has started or failed. */
  async start(): Promise<void> {
    await this.use(this.#options.config);
  }

  /** Takes over a changed configuration; servers whose definition is the same are not touched. */
  async use(config: Config): Promise<void> {
    for (const secret of config.secrets) this.#options.redactor.addSecret(secret);
    await this.#upstreams.apply(planServers(config, this.#options.rules));
  }

  async stop(): Promise<void> {
    await this.#upstreams.stop();
    await this.#known.close();
  }

  server(name: string): Server {
    return this.#upstreams.get(name);
  }

  status(): readonly ServerStatus[] {
    return this.#upstreams.status();
  }

  on<Name extends keyof BoxEvents>(name: Name, listener: BoxListener<Name>): () => void {
    return this.#events.on(name, listener);
  }

  #keepLog(): void {
    this.on("server-state", ({ name, state, reason }) => this.#logOf(name).debug(`is ${state}`, { reason }));
    this.on("server-remark", ({ server, remark }) => this.#logOf(server).debug(remark));
    this.on("server-stderr", ({ server, line }) => this.#logOf(server).debug(`stderr: ${line}`));
  }

  /** The log of one server; it says everything for one that is configured with `debug: true`. */
  #logOf(server: string): Logger {
    const configured = this.#options.config.servers.get(server);
    const isDebugged = configured?.status === "valid" && configured.definition.debug;
    return this.#options.log.child(isDebugged ? { server, level: "debug" } : { server });
  }

  /** Every message in both directions, where the server's log wants to know. */
  #trafficLog(server: string): ((direction: string, message: unknown) => void) | undefined {
    const log = this.#logOf(server);
    if (!log.isEnabled("debug")) return undefined;
    const { redactor } = this.#options;
    // Masked before it is cut: half a secret would not be recognised.
    const textOf = (message: unknown): string =>
      cutText(redactor.text(JSON.stringify(message)), MAX_TRAFFIC_CHARS);
    return (direction, message) => log.debug(direction, () => ({ text: textOf(message) }));
  }
}

/** The store gives back what a file said; only its rough form is checked, as the lists were when they came in. */
function asKnownServer(value: unknown): KnownServer | undefined {
  if (typeof value !== "object" || value === null || !("lists" in value) || !("verdict" in value))
    return undefined;
  const { lists, verdict } = value;
  if (typeof lists !== "object" || lists === null || typeof verdict !== "object" || verdict === null)
    return undefined;
  const arrays = ["tools", "resources", "resourceTemplates", "prompts", "problems"];
  const isWhole = arrays.every((key) => Array.isArray((lists as Record<string, unknown>)[key]));
  return isWhole && "decidedAt" in verdict ? (value as KnownServer) : undefined;
}
