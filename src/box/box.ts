/**
 * Everything together as one object: a configuration goes in; supervised servers, one catalog and one path for every call
 * come out. The surfaces (command line, gateway, agent, dashboard) know nothing below it.
 */
import type { CallableTool } from "../calls/calls.ts";
import type { Recorder } from "../calls/recorder.ts";
import { buildSnapshot, type CatalogTool, type Snapshot } from "../catalog/snapshot.ts";
import type { Config } from "../config/config.ts";
import { TackleError } from "../errors.ts";
import type { CodeProblem } from "../gate/code/code-problem.ts";
import { openStore, type Store } from "../store/store.ts";
import type {
  CallRequest,
  CallResult,
  Caller,
  JsonObject,
  ServerDefinition,
  ServerStatus,
  ToolRef,
} from "../types.ts";
import type { WatchWish } from "../upstream/server-wishes.ts";
import type { Server } from "../upstream/server.ts";
import type { SearchAnswer } from "../search/search-tools.ts";
import type { Upstreams } from "../upstream/upstreams.ts";
import { keepApprovals, type KeptApprovals } from "./approval-store.ts";
import type { BoxOptions } from "./box-options.ts";
import { boxToolsOf, type BoxTool } from "./box-tool.ts";
import { builtInDeadlines } from "./built-in-deadlines.ts";
import { catalogSources } from "./catalog-sources.ts";
import { composeCalls, type ComposedCalls } from "./compose-calls.ts";
import { CurrentCatalog } from "./current-catalog.ts";
import { CodeRunner, type CodeRun, type RunCodeOptions } from "./code/run-code.ts";
import { ScriptCalls } from "./code/script-calls.ts";
import { ConfiguredVote } from "./configured-vote.ts";
import { EventHub, type BoxEvents, type BoxListener } from "./events.ts";
import { FailedStarts } from "./failed-starts.ts";
import { findTool } from "./find-tool.ts";
import { keepLog } from "./keep-log.ts";
import { meetServers, type MeetOptions } from "./meet-servers.ts";
import { getPrompt, readResource, type RequestOptions } from "./other-requests.ts";
import { planServers } from "./plan-servers.ts";
import { createRecorder } from "./records/create-recorder.ts";
import { OffThreadRecords } from "./records/off-thread-records.ts";
import { recordCall } from "./records/record-call.ts";
import { createUpstreams } from "./create-upstreams.ts";
import { RESERVED } from "./reserved-names.ts";
import { ResultShapes } from "./result-shapes.ts";
import { serverFingerprint } from "./server-fingerprint.ts";
import { searchBox, type BoxSearchOptions } from "./search-tools.ts";
import { ServerGroup } from "./server-group.ts";
import { ToolPins } from "./tool-pins.ts";
import { troublesOf, type Trouble } from "./trouble.ts";

export type CallOptions = Partial<Omit<CallRequest, "tool" | "arguments">>;

const RECORDS_KEPT_DAYS = 90;

export class Box {
  readonly store: Store;
  readonly approvals: KeptApprovals;
  readonly pins: ToolPins;
  /** What tools return that do not say so themselves. */
  readonly shapes: ResultShapes;
  /** Which servers were waited for in vain a moment ago. */
  readonly failedStarts: FailedStarts;
  readonly #options: BoxOptions;
  readonly #events: EventHub;
  readonly #catalog: CurrentCatalog;
  readonly #upstreams: Upstreams;
  readonly #composed: ComposedCalls;
  readonly #code: CodeRunner;
  readonly #vote: ConfiguredVote;
  readonly #scripts: ScriptCalls;
  readonly #recorder: Recorder;
  readonly #offThread: OffThreadRecords | undefined;
  #config: Config;
  #stopping: Promise<void> | undefined;
  #isPrepared = false;
  #preparing: Promise<void> | undefined;
  readonly #companions: { close(): void }[] = [];

  constructor(options: BoxOptions) {
    const { env, redactor, log } = options;
    this.#options = options;
    this.#config = options.config;
    this.#events = new EventHub((error) => log.error("a listener failed", { error: String(error) }));
    this.store = openStore({ env, onWarning: ({ message, hint }) => log.warn(message, { hint }) });
    this.#catalog = new CurrentCatalog({
      build: (previous) => this.#buildCatalog(previous),
      onChange: (catalog) => this.#events.emit("catalog-change", { catalog }),
    });
    this.pins = new ToolPins({
      pins: this.store.pins,
      fingerprintOfServer: (server) => serverFingerprint(server, this.#config),
      onChange: () => this.#catalog.changed(),
    });
    this.approvals = keepApprovals(this.store.approvals, options.ask);
    this.#offThread =
      options.isBusy === true ? new OffThreadRecords({ env, store: this.store, log }) : undefined;
    this.#recorder = createRecorder({
      config: () => this.#config,
      redactor,
      log,
      write: (record) =>
        this.#offThread === undefined ? recordCall(this.store, record) : this.#offThread.write(record),
    });
    this.shapes = new ResultShapes({
      files: this.store.resultShapes,
      definitionOf: (server) => definitionOf(server, this.#config),
      toolOf: (ref) => this.catalog.byRef(ref),
      onFailure: (error) => log.debug("a result's shape was not learned", { error: String(error) }),
    });
    this.#vote = new ConfiguredVote({
      env,
      onFailure: (reason) => log.warn("tools are searched by words only: the embedder failed", { reason }),
    });
    this.failedStarts = new FailedStarts({
      files: this.store.failedStarts,
      definitionOf: (server) => definitionOf(server, this.#config),
    });
    this.#code = new CodeRunner(this, options.caller);
    this.#scripts = new ScriptCalls({
      definitionOf: (server) => definitionOf(server, this.#config),
      runCode: (code, own) => this.#code.run(code, own),
    });
    this.#upstreams = createUpstreams(options, {
      store: this.store,
      pins: this.pins,
      events: this.#events,
      config: () => this.#config,
      onCatalogChange: () => this.#catalog.changed(),
      runScript: (call) => this.#scripts.run(call),
    });
    this.#composed = composeCalls({
      box: this,
      config: () => this.#config,
      redactor,
      canAsk: options.ask !== undefined,
      laneOf: (request, server) => this.#scripts.laneOf(request, server),
      deadlineOf: builtInDeadlines(options.inProcess),
      onStart: (call) => {
        this.#scripts.begin({ ...call, server: call.ref.server });
        this.#events.emit("call-start", call);
      },
      onEnd: (call) => {
        this.#scripts.end(call.result.id);
        this.#recorder.add(call);
        this.#events.emit("call-end", call);
      },
    });
    keepLog(this.#events, () => this.#config, log);
    this.#events.on("call-end", ({ request, result }) => {
      if ((request.kind ?? "tool") === "tool") this.shapes.add(result);
    });
    this.#events.on("server-state", (status) => this.failedStarts.see(status));
  }

  /** Starts every server that may run; resolves when each has started or failed. */
  async start(): Promise<void> {
    await this.use(this.#config);
  }

  /** Knows every server, and starts none before it is called. */
  async startLazily(): Promise<void> {
    await this.use(this.#config, { isLazy: true });
  }

  /** Knows the servers by what is remembered of them, and starts none, also not those of which nothing is. */
  async open(): Promise<void> {
    this.#isPrepared = true;
    await this.#look();
  }

  /** Asks servers what they offer, those of which nothing is known or all; waits only briefly for the last ones. */
  meet(options?: MeetOptions): Promise<readonly Trouble[]> {
    return meetServers(this, options);
  }

  /** What is in the way of knowing all tools, or those of the servers that are named. */
  troubles(only?: ReadonlySet<string>): readonly Trouble[] {
    return troublesOf(this, only);
  }

  /** Makes sure that the servers are known, for whoever did not start the box. */
  async prepare(): Promise<void> {
    if (!this.#isPrepared) this.#preparing ??= this.startLazily();
    await this.#preparing; // for all who ask meanwhile
  }

  /** Takes over a configuration; servers whose definition is the same are not touched. */
  async use(config: Config, { isLazy = false, isQuiet = false } = {}): Promise<void> {
    if (this.#stopping !== undefined)
      throw new TackleError({ code: "usage", message: "The box was stopped", hint: "Create a new one." });
    this.#isPrepared ||= !isQuiet;
    this.#config = config;
    for (const secret of config.secrets) this.#options.redactor.addSecret(secret);
    const applied = this.#upstreams.apply(planServers(config, this.#options.rules, { isLazy }), {
      isQuiet,
    });
    this.#catalog.changed();
    this.#events.emit("config-change", { config });
    await applied;
    this.#catalog.changed();
  }

  /** Takes over the configuration and what is remembered of its servers. */
  #look(): Promise<void> {
    return this.use(this.#config, { isLazy: true, isQuiet: true });
  }

  async stop(): Promise<void> {
    this.#catalog.close();
    this.#stopping ??= this.#stop();
    await this.#stopping;
  }

  /** For sessions whose client can be asked at any time, and has something to tell the servers that it has for itself. */
  get sessions(): Pick<Upstreams, "beginSession" | "tellOwn"> {
    return this.#upstreams;
  }

  /** Whoever had this session is gone: its approvals and its own servers go too. */
  async endSession(session: string): Promise<void> {
    this.approvals.endSession(session);
    await this.#upstreams.endSession(session);
  }

  /** Something that ends with the box. */
  onStop(closing: { close(): void }): void {
    this.#companions.push(closing);
  }

  async #stop(): Promise<void> {
    for (const companion of this.#companions) companion.close();
    this.shapes.flush(); // what was learned is about servers that are still there
    // Calls end because their servers do.
    await Promise.all([this.#composed.calls.stop(), this.#code.close(), this.#upstreams.stop()]);
    const written = this.#recorder.flush();
    await this.#offThread?.close();
    if (written > 0) await this.store.calls.prune({ olderThanDays: RECORDS_KEPT_DAYS });
    await this.store.close();
  }

  /** Writes a decision of a person into the audit trail. */
  note(type: "approval" | "pin-change", target: Partial<ToolRef>, outcome: string): void {
    const { kind, name } = this.#options.caller;
    this.store.audit.append({ time: Date.now(), type, subject: { kind, name }, target, outcome });
  }

  /** Writes the records of all calls that have ended, and gives the store to read them from. */
  flush(): Store {
    this.#recorder.flush();
    return this.store;
  }

  /** What can be called right now. A value: a change makes a new one. */
  get catalog(): Snapshot {
    return this.#catalog.get();
  }

  /** The configuration in use. A value: a change makes a new one. */
  get config(): Config {
    return this.#config;
  }

  /** Whether a caller is shown a tool at all. */
  isVisible(tool: CallableTool, caller: Caller): boolean {
    return this.#composed.isVisible(tool, caller);
  }

  /** Why the policy denies a tool to a caller; undefined where it does not. */
  denialOf(tool: CallableTool, caller = this.#options.caller): string | undefined {
    return this.#composed.denialOf(tool, caller);
  }

  /** The tools that can be called, in the form that most libraries want, under names that every model accepts. */
  tools(): readonly BoxTool[] {
    return boxToolsOf(this.catalog);
  }

  /** The tool that someone means, looked for first among what is known, then among what the servers say when asked. */
  async find(name: string): Promise<CatalogTool> {
    await this.#look();
    return findTool(name, this);
  }

  /** The tools that someone means by a description of what they should do, the best first. */
  async search(query: string, options: BoxSearchOptions = {}): Promise<SearchAnswer> {
    await this.prepare();
    const vote = options.vote ?? (await this.#vote.of(this.#config.settings.search));
    return searchBox(this, query, { ...options, ...(vote === undefined ? undefined : { vote }) });
  }

  /** Calls a tool, or with `kind` something else. Never throws: what went wrong is in the result. */
  call(tool: string | ToolRef, args: JsonObject = {}, options: CallOptions = {}): Promise<CallResult> {
    return this.#composed.calls.call({ caller: this.#options.caller, ...options, tool, arguments: args });
  }

  /** Runs a program that calls tools, in a sandbox. What it returned is `data`, and as JSON text `value`. */
  async runCode(code: string, options: RunCodeOptions = {}): Promise<CodeRun> {
    await this.prepare();
    return this.#code.run(code, options);
  }

  /** What keeps a program from running, before it does: names that there are not, and syntax that is not allowed. */
  async checkCode(code: string, options: RunCodeOptions = {}): Promise<readonly CodeProblem[]> {
    await this.prepare();
    return this.#code.check(code, options);
  }

  /** Throws a `TackleError` where the resource cannot be read. */
  readResource(uri: string, options: RequestOptions = {}): Promise<JsonObject> {
    return readResource(this, uri, options);
  }

  /** Throws a `TackleError` where the prompt cannot be filled in. */
  getPrompt(name: string, args: JsonObject, options: RequestOptions = {}): Promise<JsonObject> {
    return getPrompt(this, name, { ...options, args });
  }

  server(name: string): ServerGroup {
    if (!this.#config.servers.has(name)) this.upstream(name); // says that there is none, and which one was meant
    return new ServerGroup(this, name);
  }

  statusOf(name: string): ServerStatus {
    const status = this.status().find((one) => one.name === name);
    if (status !== undefined) return status;
    const nothing = { reason: undefined, hint: undefined, era: undefined, protocolVersion: undefined };
    return { name, state: "idle", since: Date.now(), tools: 0, restarts: 0, ...nothing };
  }

  /** The server itself, for layers that speak the protocol. */
  upstream(name: string): Server {
    return this.#upstreams.get(name);
  }

  /** Ends a wish for news of a resource, whatever has become of its server. */
  unwatch(server: string, wish: WatchWish): Promise<void> {
    return this.#upstreams.unwatch(server, wish);
  }

  status(): readonly ServerStatus[] {
    return this.#upstreams.status();
  }

  on<Name extends keyof BoxEvents>(name: Name, listener: BoxListener<Name>): () => void {
    return this.#events.on(name, listener);
  }

  /** What a person should know about a tool before they rely on it. */
  remarksOn(ref: ToolRef): readonly string[] {
    const tool = this.catalog.byRef(ref);
    if (tool === undefined || tool.pin === "same" || tool.pin === "new") return [];
    return [`'${tool.name}' was ${tool.pin} since it was first seen: tackle pins diff ${tool.server}`];
  }

  #buildCatalog(previous: Snapshot | undefined): Snapshot {
    const { naming, drift } = this.#config.settings;
    return buildSnapshot({
      servers: catalogSources(this.#upstreams, this.#config),
      strategy: naming,
      reserved: RESERVED,
      pins: (server) => this.pins.of(server),
      drift,
      previous,
    });
  }
}

function definitionOf(server: string, config: Config): ServerDefinition | undefined {
  const configured = config.servers.get(server);
  return configured?.status === "valid" ? configured.definition : undefined;
}
