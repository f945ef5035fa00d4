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
  readonly oauth: Readonly<Record<string, OAuthValue>> | undefined;
}

export type OAuthValue = string | number | boolean | readonly string[];

export interface InProcessServer extends ServerOptions {
  readonly type: "inprocess";
  /** The name under which Tacklebox, or the program that embeds it, registered the server. */
  readonly builtin: string;
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
  /** Tool name or glob → milliseconds. */
  readonly toolTimeouts: Readonly<Record<string, number>>;
  /** Milliseconds without a call after which the server is stopped; undefined means never. */
  readonly idleTimeout: number | undefined;
  readonly includeTools: readonly string[] | undefined;
  readonly excludeTools: readonly string[];
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
  readonly oauth?: Readonly<Record<string, OAuthValue>>;
  readonly builtin?: string;
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
