/**
 * Real clients of both SDKs and both eras behind one face, so that a test can say what must happen without saying who asks. They
 * note everything that the server sends and asks.
 */
import { Client, StreamableHTTPClientTransport, type McpSubscription } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  ResultSchema,
} from "@modelcontextprotocol/sdk/types.js";

export const CLIENT_KINDS = ["v1", "v2 legacy", "v2 modern"] as const;
export type ClientKind = (typeof CLIENT_KINDS)[number];

type Values = Readonly<Record<string, unknown>>;

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Answers {
  /** What the user says; a name unless told otherwise. */
  readonly elicit?: (params: Values) => Promise<ElicitAnswer>;
  readonly roots?: readonly string[];
  /** Declares that it can answer nothing. */
  readonly isMute?: boolean;
  /** Shown to the server over HTTP. */
  readonly token?: string;
}

export interface ElicitAnswer {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: Record<string, string | number | boolean>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly meta?: Values;
  readonly onProgress?: (progress: Values) => void;
}

export interface Message {
  readonly method: string;
  readonly params: Values;
}

export interface PairingClient {
  readonly era: "legacy" | "modern";
  /** Requests that came from the server, in their order. */
  readonly asked: readonly Message[];
  /** Notifications that came, in their order. */
  readonly told: readonly Message[];
  call(tool: string, args?: Values, options?: CallOptions): Promise<Values>;
  request(method: string, params?: Values, signal?: AbortSignal): Promise<Values>;
  /** Asks to be told of changes, in the way of its era. */
  watch(what: { readonly tools?: boolean; readonly resource?: string }): Promise<void>;
  instructions(): string | undefined;
  close(): Promise<void>;
}

const INFO = { name: "pairing-client", version: "1.2.3" };
const CAPABILITIES = { elicitation: { form: {}, url: {} }, sampling: {}, roots: { listChanged: true } };
/** Generous, because a machine that runs several test files at once is slow. */
const TIMEOUT_MS = 30_000;

export async function connectClient(
  kind: ClientKind,
  target: string | Program,
  answers: Answers = {},
): Promise<PairingClient> {
  return kind === "v1" ? connectOld(target, answers) : connectNew(kind, target, answers);
}

/** What it answers when it is asked, and what it notes of that. */
class Answering {
  readonly asked: Message[] = [];
  readonly told: Message[] = [];
  readonly #answers: Answers;

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  async elicit(params: Values): Promise<ElicitAnswer> {
    this.asked.push({ method: "elicitation/create", params });
    if (this.#answers.elicit !== undefined) return this.#answers.elicit(params);
    return params["mode"] === "url"
      ? { action: "accept" }
      : { action: "accept", content: { name: INFO.name } };
  }

  sample(params: Values) {
    this.asked.push({ method: "sampling/createMessage", params });
    const content = { type: "text" as const, text: `a summary of ${JSON.stringify(params["messages"])}` };
    return { role: "assistant" as const, model: "pairing-model", content, stopReason: "endTurn" as const };
  }

  roots() {
    this.asked.push({ method: "roots/list", params: {} });
    return { roots: (this.#answers.roots ?? ["file:///home/pairing"]).map((uri) => ({ uri })) };
  }

  tell = ({ method, params = {} }: { method: string; params?: unknown }): Promise<void> => {
    this.told.push({ method, params: params as Values });
    return Promise.resolve();
  };
}

async function connectNew(
  kind: "v2 legacy" | "v2 modern",
  target: string | Program,
  answers: Answers,
): Promise<PairingClient> {
  const era = kind === "v2 modern" ? "modern" : "legacy";
  const notes = new Answering(answers);
  const client = new Client(INFO, {
    capabilities: answers.isMute === true ? {} : CAPABILITIES,
    versionNegotiation: { mode: era === "modern" ? { pin: "2026-07-28" } : "legacy" },
  });
  if (answers.isMute !== true) {
    client.setRequestHandler("elicitation/create", async ({ params }) => ({
      ...(await notes.elicit(params)),
    }));
    client.setRequestHandler("sampling/createMessage", ({ params }) => notes.sample(params));
    client.setRequestHandler("roots/list", () => notes.roots());
  }
  client.fallbackNotificationHandler = notes.tell;
  await client.connect(
    typeof target === "string"
      ? new StreamableHTTPClientTransport(new URL(target), showing(answers))
      : new StdioClientTransport({ ...target, args: [...target.args], stderr: "ignore" }),
    { timeout: TIMEOUT_MS },
  );
  const subscriptions: McpSubscription[] = [];
  return {
    era,
    asked: notes.asked,
    told: notes.told,
    call: (name, args = {}, { signal, meta, onProgress } = {}) =>
      client.callTool(
        { name, arguments: { ...args }, ...(meta === undefined ? undefined : { _meta: { ...meta } }) },
        {
          timeout: TIMEOUT_MS,
          ...(signal === undefined ? undefined : { signal }),
          ...(onProgress === undefined ? undefined : { onprogress: onProgress }),
        },
      ),
    request: async (method, params = {}, signal) =>
      (await client.request(
        { method, params: { ...params } },
        ANYTHING,
        signal === undefined ? {} : { signal },
      )) as Values,
    async watch({ tools, resource }) {
      if (era === "modern")
        subscriptions.push(
          await client.listen({
            ...(tools === true ? { toolsListChanged: true } : undefined),
            ...(resource === undefined ? undefined : { resourceSubscriptions: [resource] }),
          }),
        );
      else if (resource !== undefined) await client.subscribeResource({ uri: resource });
    },
    instructions: () => client.getInstructions(),
    async close() {
      for (const subscription of subscriptions) await subscription.close();
      await client.close();
    },
  };
}

async function connectOld(target: string | Program, answers: Answers): Promise<PairingClient> {
  const notes = new Answering(answers);
  const client = new OldClient(INFO, { capabilities: answers.isMute === true ? {} : CAPABILITIES });
  if (answers.isMute !== true) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => ({
      ...(await notes.elicit(params)),
    }));
    client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => notes.sample(params));
    client.setRequestHandler(ListRootsRequestSchema, () => notes.roots());
  }
  client.fallbackNotificationHandler = notes.tell;
  const transport =
    typeof target === "string"
      ? new OldHttp(new URL(target), showing(answers))
      : new OldStdio({ ...target, args: [...target.args], stderr: "ignore" });
  await client.connect(transport, { timeout: TIMEOUT_MS });
  return {
    era: "legacy",
    asked: notes.asked,
    told: notes.told,
    call: (name, args = {}, { signal, meta, onProgress } = {}) =>
      client.callTool({ name, arguments: { ...args }, _meta: meta && { ...meta } }, undefined, {
        timeout: TIMEOUT_MS,
        ...(signal === undefined ? undefined : { signal }),
        ...(onProgress === undefined ? undefined : { onprogress: onProgress }),
      }),
    request: (method, params = {}, signal) =>
      client.request({ method, params: { ...params } }, ResultSchema, signal === undefined ? {} : { signal }),
    async watch({ resource }) {
      if (resource !== undefined) await client.subscribeResource({ uri: resource });
    },
    instructions: () => client.getInstructions(),
    close: () => client.close(),
  };
}

function showing({ token }: Answers): { requestInit: { headers: Record<string, string> } } {
  return { requestInit: { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } } };
}

/** Takes every result as it is. */
const ANYTHING = {
  "~standard": {
    version: 1 as const,
    vendor: "test",
    validate: (value: unknown) => ({ value }),
  },
};
