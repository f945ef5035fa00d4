/**
 * The nouns that every layer shares. Plain readonly data; this file imports nothing.
 */

// ── Servers ──────────────────────────────────────────────────────────────────────────────────────────────────────

export type ServerType = "stdio" | "http" | "sse" | "inprocess";

/** One configured server after defaults and variables: everything needed to connect to it. */
export type ServerDefinition = StdioServer | HttpServer | InProcessServer;

export interface StdioServer extends ServerOptions {
  readonly type: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly cwd: string;
}

export interface HttpServer extends ServerOptions {
  /** `http` speaks Streamable HTTP and falls back to HTTP+SSE by itself; `sse` speaks only the latter. */
  readonly type: "http" | "sse";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly oauth: Readonly<Record<string, OptionValue>> | undefined;
}

export type OptionValue = string | number | boolean | readonly string[];

export interface InProcessServer extends ServerOptions {
  readonly type: "inprocess";
  /** The name under which Tacklebox, or the program that embeds it, registered the server. */
  readonly builtin: string;
  /** Absolute: the folder that it works in. */
  readonly cwd: string;
  /** What only the server itself understands. */
  readonly options: Readonly<Record<string, OptionValue>>;
  /** Variables for the processes that it starts, or with its keys. */
  readonly env: Readonly<Record<string, string>>;
}

export interface ServerOptions {
  readonly name: string;
  readonly description: string | undefined;
  readonly enabled: boolean;
  /** A person said that this server's tools need no question before each call. */
  readonly trust: boolean;
  readonly connect: "eager" | "lazy";
  readonly isolation: "shared" | "session";
  readonly instances: number;
  /** Milliseconds that one call may take. */
  readonly timeout: number;
  /** Nobody gave this server a `timeout` of its own: one of ours may name a better one for a call. */
  readonly isTimeoutDefault?: boolean;
  /** Tool name or glob → milliseconds. */
  readonly toolTimeouts: Readonly<Record<string, number>>;
  /** Milliseconds without a call after which the server is stopped; undefined means never. */
  readonly idleTimeout: number | undefined;
  /** A longer message from the server fails its call; undefined means the default. */
  readonly maxMessageBytes: number | undefined;
  readonly includeTools: readonly string[] | undefined;
  readonly excludeTools: readonly string[];
  /** Tool name or glob → what happens when it is called. */
  readonly policy: Readonly<Record<string, Decision>>;
  /** Tool name or glob → milliseconds that a result may be reused. */
  readonly cache: Readonly<Record<string, number>>;
  readonly debug: boolean;
}

/** Where a server was defined, and so how far it is trusted: only `project` needs a person's approval. */
export type Scope = "environment" | "flag" | "project" | "user" | "default";

export interface Origin {
  readonly scope: Scope;
  /** A file's absolute path, or the name of the variable that held the text. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Something wrong in the configuration, said so that a person can go there and fix it. */
export interface Problem {
  readonly severity: "error" | "warning";
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly server?: string | undefined;
  readonly field?: string | undefined;
  readonly message: string;
  readonly fix?: string | undefined;
}

/** What a person approves when they trust a server: all that decides what will run, or where data will go. */
export interface ApprovalSubject {
  readonly type: ServerType;
  readonly command?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly oauth?: Readonly<Record<string, OptionValue>>;
  readonly builtin?: string;
  /** Of a built-in server. */
  readonly options?: Readonly<Record<string, OptionValue>>;
  /** How many processes, where it is more than one. */
  readonly instances?: number;
  /** Variables that the project's own `.env` supplied, with their values. */
  readonly projectVariables?: Readonly<Record<string, string>>;
}

export type ServerState =
  | "disabled"
  | "untrusted"
  | "invalid"
  | "idle"
  | "starting"
  | "ready"
  | "degraded"
  | "needs-auth"
  | "backing-off"
  | "failed"
  | "stopping";

// ── What servers offer ───────────────────────────────────────────────────────────────────────────────────────────

export type Era = "modern" | "legacy";

export type JsonObject = { readonly [key: string]: unknown };

/** A tool as its server defined it, checked to have a name and an object as input schema; the rest is untrusted. */
export interface ToolDefinition extends JsonObject {
  readonly name: string;
  readonly inputSchema: JsonObject;
}

export interface ResourceDefinition extends JsonObject {
  readonly uri: string;
}

export interface ResourceTemplateDefinition extends JsonObject {
  readonly uriTemplate: string;
}

export interface PromptDefinition extends JsonObject {
  readonly name: string;
}

/** Everything that a server offers, in an order that does not depend on when it was asked. */
export interface ServerLists {
  readonly tools: readonly ToolDefinition[];
  readonly resources: readonly ResourceDefinition[];
  readonly resourceTemplates: readonly ResourceTemplateDefinition[];
  readonly prompts: readonly PromptDefinition[];
  /** What was left out of the lists, and why. */
  readonly problems: readonly string[];
}

/** How long a list may be used before it is asked for again, and whether all clients may share it. */
export interface CacheHint {
  readonly ttlMs: number;
  readonly cacheScope: "public" | "private";
}

/** What is known of a server at one moment. */
export interface ServerStatus {
  readonly name: string;
  readonly state: ServerState;
  /** Why it is in this state; undefined when there is nothing to say. */
  readonly reason: string | undefined;
  /** What a person can do about it. */
  readonly hint: string | undefined;
  /** Milliseconds since the epoch at which it came into this state. */
  readonly since: number;
  readonly era: Era | undefined;
  readonly protocolVersion: string | undefined;
  readonly tools: number;
  readonly restarts: number;
}

// ── Calls ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** One tool of one server, by the names they have themselves. */
export interface ToolRef {
  readonly server: string;
  readonly tool: string;
}

/**
 * Who asks: a person at the command line, our own agent, an MCP client of the gateway (which asks its own user), code in
 * the sandbox, or a run without anybody to ask.
 */
export type CallerKind = "person" | "agent" | "client" | "code" | "unattended";

export interface Caller {
  readonly kind: CallerKind;
  /** Which one of its kind: `cli`, a client's name, a run's id. */
  readonly name: string;
  /** For code: who runs it, and so whose rights its calls have. */
  readonly onBehalfOf?: CallerKind;
  /** Approvals "for the session" and servers with `isolation: "session"` go by it. */
  readonly session?: string;
}

/** What a server is asked for: to run a tool, for a resource or a prompt, or for words with which an argument could go on. */
export type CallKind = "tool" | "resource" | "prompt" | "completion";

export interface CallRequest {
  /** A tool where nothing is said. */
  readonly kind?: CallKind;
  /** A tool's name in any accepted form, or the tool itself. A resource has its address in the place of a name. */
  readonly tool: string | ToolRef;
  readonly arguments: JsonObject;
  readonly caller: Caller;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: JsonObject) => void;
  /** The call or code run that this one is a part of. */
  readonly parent?: string;
  /** The MCP client behind the call, where there is one: the server's questions and log messages go to it. */
  readonly client?: CallClient;
  /** Members of the request besides name and arguments, passed on as they are: `_meta`, answers to earlier questions. */
  readonly extra?: JsonObject;
  /** Told when a person is asked whether the call may be made, and when they have answered. */
  readonly onApproval?: (isWaiting: boolean) => void;
  /** The caller takes the server's own result, so nothing is cut and kept for it. */
  readonly wantsRaw?: boolean;
  /**
   * Answers what the server asks before it goes on: what to send it with the next round, or undefined when the questions
   * are to be the result. However many rounds it takes, it is one call.
   */
  readonly answerInput?: (questions: JsonObject) => Promise<JsonObject | undefined>;
  /** Which tools whoever calls may know of, where that is not all: calls that this one makes are bound by it too. */
  readonly filter?: ToolFilter;
}

/** Whether a tool is among those that somebody may know of. */
export type ToolFilter = (tool: ToolRef & { readonly name: string }) => boolean;

/** An MCP client whose request is under way, as far as the server that serves it may turn to it. */
export interface CallClient {
  /** Requests with the same id come from the same client; a question caused by one never reaches another client. */
  readonly id: string;
  readonly info: JsonObject | undefined;
  /** What the client declared that it can do. */
  readonly capabilities: JsonObject;
  /** The least severe log messages it wants; undefined when it wants none. */
  readonly logLevel: string | undefined;
  /** Puts a server's question (sampling, elicitation, roots) to the client; throws an `RpcError` when it says no. */
  ask(question: ServerQuestion): Promise<JsonObject>;
  log(params: JsonObject): void;
}

export interface ServerQuestion {
  /** Who asks; undefined for a question of our own. */
  readonly server?: string | undefined;
  readonly method: string;
  readonly params: JsonObject;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** What became of a call; every call that was attempted has exactly one. */
export type CallOutcome =
  | "ok"
  | "tool-error" // the tool ran and said that it failed
  | "unknown-tool"
  | "invalid-arguments"
  | "denied"
  | "busy"
  | "timeout"
  | "cancelled"
  | "unavailable" // the server could not be reached, or was lost on the way
  | "protocol-error" // the server's answer was an error or made no sense
  | "input-required" // the server asks for something first; the caller may answer and call again
  | "internal-error";

/** A result in the one form that every surface gets. */
export interface CallResult {
  readonly id: string;
  readonly success: boolean;
  /** The text for a person or a model; binary content is named in it with type and size. */
  readonly output: string;
  /** Structured content; undefined when there is none. */
  readonly data: unknown;
  readonly error: string | undefined;
  readonly hint: string | undefined;
  readonly outcome: CallOutcome;
  /** The blocks as the server sent them. */
  readonly content: readonly JsonObject[];
  readonly server: string;
  readonly tool: string;
  readonly durationMs: number;
  readonly fromCache: boolean;
  /** Set when `output` was cut: the whole can be read under this id. */
  readonly whole: { readonly id: string; readonly bytes: number } | undefined;
  /** The server's own result, untouched. */
  readonly raw: JsonObject | undefined;
  /** The error of the protocol with which the server answered instead of a result. */
  readonly protocolError?: ProtocolFailure | undefined;
}

export interface ProtocolFailure {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** What is kept of a call. Arguments are kept by setting, and without secrets. */
export interface CallRecord {
  readonly id: string;
  readonly parent: string | undefined;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly server: string;
  readonly kind: CallKind;
  /** The tool's name, the prompt's, or the address of the resource. */
  readonly tool: string;
  readonly caller: CallerKind;
  readonly callerName: string;
  readonly outcome: CallOutcome;
  readonly error: string | undefined;
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** SHA-256 of the canonical arguments. */
  readonly argumentsHash: string;
  readonly arguments: string | undefined;
  readonly fromCache: boolean;
}

// ── Policy ───────────────────────────────────────────────────────────────────────────────────────────────────────

export type Decision = "allow" | "ask" | "deny";

/**
 * A rule of the user's policy; the globs that are given must all match. The first rule that matches decides. One that names
 * neither a tool nor a resource nor a prompt is about all of them.
 */
export interface PolicyRule {
  readonly server?: string;
  readonly tool?: string;
  /** The address of a resource. */
  readonly resource?: string;
  readonly prompt?: string;
  readonly caller?: CallerKind;
  readonly decision: Decision;
}

/** What the policy decides about: a completion goes by the prompt or resource that it is for. */
export type PolicySubject = Exclude<CallKind, "completion">;

export interface PolicySettings {
  /** When given, everything that matches none of these names or globs is denied. */
  readonly allowedTools: readonly string[] | undefined;
  readonly rules: readonly PolicyRule[];
  /** What happens to a tool whose definition changed after it was pinned. */
  readonly drift: "flag" | "hold";
  /** Where it was said, for whoever is refused. */
  readonly places?: PolicyPlaces;
}

/** Places in files, as `FILE:LINE`; undefined where there is none. */
export interface PolicyPlaces {
  allowedTools(): string | undefined;
  /** Of the list of rules. */
  policy(): string | undefined;
  rule(index: number): string | undefined;
  /** A server's entry, and whether it came with a project, so that what it allows does not count. */
  server(name: string): { readonly place: string; readonly isProjects: boolean } | undefined;
}

// ── Gateway ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** What one endpoint of the gateway shows of the box. */
export interface Profile {
  readonly description: string | undefined;
  /** Names or globs; undefined means every server. */
  readonly servers: readonly string[] | undefined;
  /** Names or globs of tools, in the catalog's form or as their servers call them; undefined means every tool. */
  readonly tools: readonly string[] | undefined;
  readonly excludeTools: readonly string[];
  /** Addresses or globs of resources and templates; undefined means all where `tools` is, else none. */
  readonly resources: readonly string[] | undefined;
  /** Names or globs of prompts, as with tools; undefined means all where `tools` is, else none. */
  readonly prompts: readonly string[] | undefined;
  /** Undefined means that of the catalog. */
  readonly naming: NamingStrategy | undefined;
  readonly expose: Exposure;
}

/** How much one client of the gateway may ask for, so that it leaves something to the others. */
export interface GatewaySettings {
  /** Undefined means as many as it likes. */
  readonly requestsPerMinute: number | undefined;
  /** Most that may come one right after the other; undefined means those of a minute. */
  readonly burst: number | undefined;
  readonly requestsAtOnce: number;
  /** Streams on which a client only listens. */
  readonly streamsAtOnce: number;
}

/** How tools are searched, besides by their words. */
export interface SearchSettings {
  /** The model that has a vote; undefined means that words alone decide. */
  readonly embedder: EmbedderSettings | undefined;
}

export type EmbedderSettings =
  | {
      readonly type: "openai";
      /** Up to and including the version. */
      readonly url: string;
      readonly model: string;
      /** Shown to nobody. */
      readonly apiKey: { reveal(): string } | undefined;
      /** Milliseconds that one request may take. */
      readonly timeout: number | undefined;
      readonly weight: number | undefined;
    }
  | {
      readonly type: "local";
      /** How much its vote counts, where that of the words counts 1. */
      readonly weight: number | undefined;
    };

/** All tools as they are; a few tools by which to find and call the others; or those by which to write code. */
export type Exposure = "direct" | "search" | "code";

export type NamingStrategy = "mcp__server__tool" | "tool@server" | "mcp_server_tool" | "server::tool";
