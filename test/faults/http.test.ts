/**
 * Remote servers that misbehave, over real sockets and with the SDK's own client. Each
 * fault must end its call in time, name the server and the cause, show no secret, and leave no socket behind; and a
 * healthy server beside it must not notice.
 */
import { inspect } from "node:util";
import { rootCertificates, setDefaultCACertificates } from "node:tls";
import { Client, ProtocolError, type StandardSchemaV1 } from "@modelcontextprotocol/client";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { asHttpFault } from "../../src/upstream/transports/http/as-http-fault.ts";
import { classifyHttpError, isSessionLost } from "../../src/upstream/transports/http/classify-http-error.ts";
import {
  connectHttp,
  type ConnectHttpOptions,
  type HttpConnection,
} from "../../src/upstream/transports/http/connect-http.ts";
import type { HttpFault, HttpFaultKind } from "../../src/upstream/transports/http/http-fault.ts";
import { createHttpTransport } from "../../src/upstream/transports/http/http-transport.ts";
import { makeCertificates, startBadCertificate } from "../servers/http/bad-certificate.ts";
import { startBomb, type BombKind } from "../servers/http/bomb.ts";
import { startCutSse } from "../servers/http/cut-sse.ts";
import { startDrip } from "../servers/http/drip.ts";
import { startErrorWithSecret } from "../servers/http/error-with-secret.ts";
import { startLegacy, startModern } from "../servers/http/good.ts";
import { startHangingDelete } from "../servers/http/hanging-delete.ts";
import { startHang } from "../servers/http/hang.ts";
import { startHostileSessionId, type SessionIdFault } from "../servers/http/hostile-session-id.ts";
import { startHtmlLogin } from "../servers/http/html-login.ts";
import { startKeepAliveClose } from "../servers/http/keep-alive-close.ts";
import { startLegacySse } from "../servers/http/legacy-sse.ts";
import { listen, type RunningServer } from "../servers/http/listen.ts";
import { startNeedsToken } from "../servers/http/needs-token.ts";
import { startRedirect } from "../servers/http/redirect.ts";
import { startRefuse } from "../servers/http/refuse.ts";
import { startReset } from "../servers/http/reset.ts";
import { startRestlessStream } from "../servers/http/restless-stream.ts";
import { startResumable } from "../servers/http/resumable.ts";
import { startSessionLost } from "../servers/http/session-lost.ts";
import { startSlowBody } from "../servers/http/slow-body.ts";
import { startSseForever } from "../servers/http/sse-forever.ts";
import { startWrongId, type WrongReply } from "../servers/http/wrong-id.ts";

const NAME = "crooked";
const CANARY = "canary-4f9a1c77e2b8d035+/=";
const DEADLINE_MS = 400;
/** Calls with a longer deadline than this must fail long before it. */
const LONGEST_FAILURE_MS = DEADLINE_MS + 1_000;

const anything: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }) },
};

const servers: RunningServer[] = [];
const connections: HttpConnection[] = [];
let healthy: HttpConnection;
let healthyServer: RunningServer;

beforeAll(async () => {
  healthyServer = await startModern();
  healthy = await connectHttp({ server: "healthy", url: healthyServer.url, makeClient });
});

afterAll(async () => {
  await healthy.close();
  await healthyServer.close();
});

afterEach(async () => {
  if ((await textOf(healthy)) !== "hello") throw new Error("the healthy server was disturbed");
  await Promise.all(connections.splice(0).map(async (connection) => connection.close()));
  for (const server of servers.splice(0)) {
    await vi.waitUntil(() => server.openSockets() === 0, { timeout: 1_000, interval: 5 });
    await server.close();
  }
});

describe("a healthy server", () => {
  it("is reached in the modern era", async () => {
    const connection = await connect(await serve(startModern()));
    expect(connection.client.getProtocolEra()).toBe("modern");
    expect(await textOf(connection)).toBe("hello");
  });

  it("is reached in the legacy era, and its session is ended on close", async () => {
    const server = await startLegacy();
    servers.push(server);
    const connection = await connect(server);
    expect(connection.client.getProtocolEra()).toBe("legacy");
    expect(await textOf(connection)).toBe("hello");
    expect(server.sessions()).toBe(1);
    await connection.close();
    expect(server.sessions()).toBe(0);
  });

  it("is reached over HTTP+SSE when that is what lives at the url", async () => {
    const connection = await connect(await serve(startLegacySse()));
    expect(connection.kind).toBe("sse");
    expect(await textOf(connection)).toBe("old but well");
  });

  it("is reached without a probe when its era is known", async () => {
    const server = await serve(startModern());
    const discover = (await connect(server)).client.getDiscoverResult();
    const prior = discover === undefined ? undefined : ({ kind: "modern", discover } as const);
    expect(prior).toBeDefined();
    expect(await textOf(await connect(server, { prior }))).toBe("hello");
  });

  it("gets the token of a provider, and a new one when the first has expired", async () => {
    const server = await startNeedsToken(`${CANARY}-fresh`);
    servers.push(server);
    let token = "stale-token";
    const authProvider = {
      token: async () => Promise.resolve(token),
      onUnauthorized: async () => {
        token = `${CANARY}-fresh`;
        return Promise.resolve();
      },
    };
    const connection = await connect(server, { authProvider, headers: { "x-team": "blue" } });
    expect(await textOf(connection)).toBe("welcome");
    server.revoke();
    expect(await faultOf(call(connection))).toMatchObject(like("unauthorized"));
    expect(server.teams).toEqual(new Set(["blue"]));
  });

  it("shares a bounded number of sockets between its calls", async () => {
    const server = await serve(startModern());
    const connection = await connect(server, { limits: { maxConnections: 2 } });
    await Promise.all(Array.from({ length: 30 }, async () => textOf(connection, 5_000)));
    expect(server.openSockets()).toBeLessThanOrEqual(2);
  });

  it("answers an unknown method with a JSON-RPC error, which is not a fault of the connection", async () => {
    const connection = await connect(await serve(startModern()));
    const error = await connection.client
      .request({ method: "no/such" }, anything)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProtocolError);
    expect(classifyHttpError(error)).toBeUndefined();
  });
});

describe("a call that is never answered ends at its deadline and its socket is closed", () => {
  const stalls: Record<string, () => Promise<RunningServer>> = {
    "no headers (legacy era)": () => startHang("call", "legacy"),
    "no headers (modern era)": () => startHang("call", "modern"),
    "half a body (legacy era)": () => startSlowBody("legacy"),
    "half a body (modern era)": () => startSlowBody("modern"),
    "comments for ever (legacy era)": () => startSseForever("legacy"),
    "comments for ever (modern era)": () => startSseForever("modern"),
    "a byte now and then": startDrip,
    "no event on the old transport": () => startLegacySse({ onCall: "ignore" }),
  };
  it.for(Object.entries(stalls))("%s", async ([, start]) => {
    const connection = await connect(await serve(start()));
    expect(await faultOf(call(connection))).toMatchObject(like("timeout"));
    expect(connection.transport.pendingReplies).toBe(0);
  });

  it("and so does one whose caller gives up", async () => {
    const connection = await connect(await serve(startHang("call")));
    const caller = new AbortController();
    setTimeout(() => caller.abort(), 50);
    expect(await faultOf(call(connection, { signal: caller.signal, timeout: 10_000 }))).toMatchObject(
      like("cancelled"),
    );
  });
});

describe("a connect that is never answered", () => {
  it("ends at its deadline", async () => {
    const server = await serve(startHang("start"));
    expect(await faultOf(connect(server, { limits: { handshakeTimeoutMs: DEADLINE_MS } }))).toMatchObject(
      like("timeout"),
    );
  });

  it("ends when the caller gives up", async () => {
    const server = await serve(startHang("start"));
    expect(await faultOf(connect(server, { signal: AbortSignal.timeout(DEADLINE_MS) }))).toMatchObject(
      like("timeout"),
    );
    const caller = new AbortController();
    setTimeout(() => caller.abort(), 50);
    expect(await faultOf(connect(server, { signal: caller.signal }))).toMatchObject(like("cancelled"));
    expect(await faultOf(connect(server, { signal: AbortSignal.abort() }))).toMatchObject(like("cancelled"));
  });

  it("ends at its deadline when the old transport never names its endpoint", async () => {
    const server = await serve(startLegacySse({ silent: true }));
    const limits = { handshakeTimeoutMs: DEADLINE_MS };
    expect(await faultOf(connect(server, { kind: "sse", limits }))).toMatchObject(like("timeout"));
  });
});

describe("too much data is cut off, also after decompression", () => {
  const kinds: BombKind[] = ["gzip", "deflate", "br", "zstd", "gzip-event", "plain-event"];
  it.for(kinds)("%s", async (kind) => {
    const connection = await connect(await serve(startBomb(kind)));
    const before = process.memoryUsage().rss;
    expect(await faultOf(call(connection, { timeout: 5_000 }))).toMatchObject(
      like("too-large", /sent too much/),
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });

  it("gzip as the body of an error", async () => {
    const connection = await connect(await serve(startBomb("gzip-error")));
    const fault = await faultOf(call(connection, { timeout: 5_000 }));
    expect(fault).toMatchObject(like("server-error"));
    expect(fault.message.length).toBeLessThan(500);
  });

  it("counts one event, not the whole stream", async () => {
    const limits = { maxEventBytes: 100 };
    const connection = await connect(await serve(startSseForever()), { limits });
    expect(await faultOf(call(connection))).toMatchObject(like("timeout"));
  });
});

describe("an answer that is not MCP", () => {
  it("is recognised as a login page", async () => {
    const connection = await connect(await serve(startHtmlLogin("call")));
    expect(await faultOf(call(connection))).toMatchObject(like("not-mcp", /login page/));
    expect(await faultOf(connect(await serve(startHtmlLogin("start"))))).toMatchObject(
      like("not-mcp", /login page/),
    );
  });

  const replies: WrongReply[] = [
    "other-id",
    "other-id-event",
    "null-id-error",
    "not-json",
    "not-rpc",
    "accepted",
    "no-reply",
    "empty-batch",
  ];
  it.for(replies)("fails the call at once: %s", async (reply) => {
    const connection = await connect(await serve(startWrongId(reply)));
    const fault = await faultOf(call(connection, { timeout: 10_000 }));
    expect(fault).toMatchObject(like("not-mcp"));
    expect(inspect(fault)).not.toContain("canary-in-json");
  });

  const sessionIds: SessionIdFault[] = ["huge", "unicode", "line-break", "twice", "space"];
  it.for(sessionIds)("is refused for its session id: %s", async (fault) => {
    expect(await faultOf(connect(await serve(startHostileSessionId(fault))))).toMatchObject(like("not-mcp"));
  });
});

describe("an error page", () => {
  it.for([400, 401, 403, 500, 502])("with status %i is cut, stripped and redacted", async (status) => {
    const connection = await connect(await serve(startErrorWithSecret(status)));
    const fault = await faultOf(call(connection));
    expect(fault).toMatchObject(like(kindOf(status), new RegExp(`HTTP ${status}`)));
    expect(fault.status).toBe(status);
    expect(fault.message).toContain("Oops");
    expect(fault.message).not.toMatch(/[<>]|\p{Cc}/u);
    expect(fault.message.length).toBeLessThan(500);
  });
});

describe("a redirect", () => {
  it("within the origin is followed, and keeps the method", async () => {
    const server = await startRedirect(307, (path) => (path === "/mcp" ? "/v2/mcp" : undefined));
    servers.push(server);
    expect(await textOf(await connect(server))).toBe("followed");
    expect(server.seen).toContain("POST /v2/mcp");
  });

  it("to another origin is not followed, and no credential leaves", async () => {
    const thief = await startRefuse(200);
    servers.push(thief);
    for (const status of [301, 302, 307, 308]) {
      const server = await serve(startRedirect(status, () => `${thief.origin}/mcp?token=${CANARY}`));
      expect(await faultOf(connect(server))).toMatchObject(like("redirected", /another origin/));
    }
    expect(thief.requests()).toBe(0);
  });

  it.for([
    "http://169.254.169.254/latest",
    "http://metadata.google.internal/",
    "file:///etc/passwd",
    "http://[",
  ])("to %s is not followed", async (target) => {
    expect(await faultOf(connect(await serve(startRedirect(307, () => target))))).toMatchObject(
      like("redirected"),
    );
  });

  it("in a loop ends after five", async () => {
    const server = await startRedirect(307, (path) => `${path}x`);
    servers.push(server);
    expect(await faultOf(connect(server))).toMatchObject(like("redirected", /too many/));
    expect(server.seen).toHaveLength(6);
  });

  it("that would turn a POST into a GET is not followed", async () => {
    expect(await faultOf(connect(await serve(startRedirect(302, () => "/login"))))).toMatchObject(
      like("redirected", /login/),
    );
  });
});

describe("a broken connection", () => {
  it.for(["before-headers", "after-headers", "mid-event", "ended-mid-body"] as const)(
    "fails the call at once: reset %s",
    async (when) => {
      const connection = await connect(await serve(startReset(when)));
      const fault = await faultOf(call(connection, { timeout: 10_000 }));
      expect(fault).toMatchObject(like("unreachable"));
      expect(fault.mayHaveRun).toBe(true);
    },
  );

  it.for(["legacy", "modern"] as const)(
    "fails the call at once: stream ended without reply (%s)",
    async (era) => {
      const connection = await connect(await serve(startCutSse(era)));
      expect(await faultOf(call(connection, { timeout: 10_000 }))).toMatchObject(
        like("unreachable", /before the reply/),
      );
    },
  );

  it("is a clean error when a kept socket closes under a request, and the next call works", async () => {
    const connection = await connect(await serve(startKeepAliveClose()));
    expect(await textOf(connection)).toBe("ok");
    expect(await faultOf(call(connection, { timeout: 10_000 }))).toMatchObject(
      like("unreachable", /closed the connection/),
    );
    expect(await textOf(connection)).toBe("ok");
  });

  it("of the old transport fails all its calls and closes it, once", async () => {
    const server = await serve(startLegacySse({ onCall: "end-stream" }));
    const connection = await connect(server);
    await Promise.all(
      [1, 2, 3].map(async () =>
        expect(await faultOf(call(connection, { timeout: 10_000 }))).toMatchObject(like("unreachable")),
      ),
    );
    await connection.transport.close();
    expect(server.streams()).toBe(1);
  });
});

describe("a stream that may be resumed", () => {
  it.for([
    ["0", 450, 1_500],
    ["600", 550, 1_500],
    ["1e12", 900, 2_500],
  ] as const)("is resumed after a wait within bounds: retry %s", async ([retry, shortest, longest]) => {
    const server = await startResumable(retry);
    servers.push(server);
    expect(await textOf(await connect(server), 5_000)).toBe("resumed");
    expect(server.lastEventId()).toBe("event-1");
    expect(server.resumedAfterMs()).toBeGreaterThan(shortest);
    expect(server.resumedAfterMs()).toBeLessThan(longest);
  });

  it("is not awaited past the deadline when the server names a huge wait", async () => {
    const connection = await connect(await serve(startResumable("999999999999")));
    expect(await faultOf(call(connection))).toMatchObject(like("timeout"));
  });

  it("is reopened ever more slowly when the server closes it at once each time", async () => {
    const server = await startRestlessStream("closes-at-once", "0");
    servers.push(server);
    const connection = await connect(server);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(server.opened()).toBeLessThanOrEqual(3);
    expect(await textOf(connection)).toBe("ok");
  });

  it.for(["cannot-open", "opens-once"] as const)(
    "is reported as lost, once, while calls go on: %s",
    async (mode) => {
      const lost: HttpFault[] = [];
      const server = await serve(startRestlessStream(mode, "0"));
      const connection = await connect(server, { onStreamLost: (fault) => lost.push(fault) });
      await expect.poll(() => lost.length, { timeout: 4_000 }).toBe(1);
      expect(lost[0]?.kind).toBe(mode === "cannot-open" ? "server-error" : "session-lost");
      expect(await textOf(connection)).toBe("ok");
    },
  );
});

describe("a session that the server forgot", () => {
  it.for([404, 400] as const)("is recognised (HTTP %i)", async (status) => {
    const connection = await connect(await serve(startSessionLost({ after: 1, status })));
    expect(await textOf(connection)).toBe("ok");
    const fault = await faultOf(call(connection));
    expect(fault).toMatchObject(like("session-lost"));
    expect(isSessionLost(fault)).toBe(true);
    expect(classifyHttpError(fault)).toMatchObject({ retryable: true, mayHaveRun: false });
  });

  it("is recognised on the SDK's own server and on the old transport", async () => {
    const server = await startLegacy();
    servers.push(server);
    const connection = await connect(server);
    server.restart();
    expect(await faultOf(call(connection))).toMatchObject(like("session-lost"));
    const old = await connect(await serve(startLegacySse({ onCall: "forget-session" })));
    expect(await faultOf(call(old))).toMatchObject(like("session-lost"));
  });
});

describe("a server that refuses", () => {
  it.for([401, 403, 404])("with %i is asked a few times and then left alone", async (status) => {
    const server = await startRefuse(status);
    servers.push(server);
    const fault = await faultOf(connect(server));
    expect(fault).toMatchObject(like(kindOf(status), new RegExp(`HTTP ${status}`)));
    expect(classifyHttpError(fault)).toMatchObject({ retryable: false });
    const asked = server.requests();
    expect(asked).toBeLessThanOrEqual(3);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(server.requests()).toBe(asked);
  });

  it.for([
    [429, "7", 7_000],
    [503, "7", 7_000],
    [429, "1000000000", 900_000],
    [429, new Date(Date.now() + 3_600_000).toUTCString(), 900_000],
    [503, "soon", undefined],
    [429, "1e9", undefined],
  ] as const)("with %i and Retry-After %s tells how long to wait", async ([status, retryAfter, expected]) => {
    const server = await serve(startRefuse(status, { "retry-after": retryAfter }));
    const fault = await faultOf(connect(server));
    expect(fault).toMatchObject(like(status === 429 ? "rate-limited" : "server-error"));
    expect(fault.retryAfterMs).toBe(expected);
    expect(classifyHttpError(fault)?.retryable).toBe(true);
  });
});

describe("a server that cannot be reached", () => {
  it("because nothing listens is told apart from a name that does not exist", async () => {
    const gone = await listen(() => undefined);
    await gone.close();
    expect(await faultOf(connect(gone))).toMatchObject(like("unreachable", /refused.*ECONNREFUSED/));
    const nowhere = { ...gone, url: "http://no-such-host.invalid/mcp" };
    expect(await faultOf(connect(nowhere))).toMatchObject(
      like("unreachable", /(does not exist|could not be resolved).*(ENOTFOUND|EAI_AGAIN)/),
    );
  });

  const certificates = makeCertificates();
  it.skipIf(certificates === undefined)("because of its certificate says what is wrong with it", async () => {
    if (certificates === undefined) return;
    setDefaultCACertificates([...rootCertificates, certificates.authority]);
    const selfSigned = await serve(startBadCertificate(certificates.selfSigned));
    expect(await faultOf(connect(selfSigned))).toMatchObject(like("tls", /self-signed/));
    expect(await faultOf(connect(await serve(startBadCertificate(certificates.expired))))).toMatchObject(
      like("tls", /expired/),
    );
    expect(await faultOf(connect(await serve(startBadCertificate(certificates.otherHost))))).toMatchObject(
      like("tls", /another host/),
    );
    const plain = await serve(startRefuse(200));
    expect(await faultOf(connect({ ...plain, url: plain.url.replace("http:", "https:") }))).toMatchObject(
      like("tls", /handshake/),
    );
  });
});

describe("the old transport", () => {
  it("does not post to another origin, so that no credential leaves", async () => {
    const thief = await startRefuse(202);
    servers.push(thief);
    const server = await serve(startLegacySse({ endpoint: `${thief.origin}/messages` }));
    expect(await faultOf(connect(server, { kind: "sse" }))).toMatchObject(like("not-mcp", /another origin/));
    expect(thief.requests()).toBe(0);
  });

  it("gets the configured headers on its stream and its posts", async () => {
    const server = await startLegacySse();
    servers.push(server);
    await textOf(await connect(server, { kind: "sse" }));
    expect(new Set(server.authorizations)).toEqual(new Set([`Bearer ${CANARY}`]));
  });

  it("does not go on connecting in the background when a client was given the bare transport", async () => {
    let connections = 0;
    const server = await listen(() => undefined, {
      onConnection(socket) {
        connections += 1;
        socket.resetAndDestroy();
      },
    });
    servers.push(server);
    const transport = createHttpTransport({ server: NAME, url: server.url, kind: "sse" });
    const client = new Client({ name: "test", version: "1" });
    expect(await faultOf(client.connect(transport))).toMatchObject(like("unreachable"));
    // The SDK's event source would try again after three seconds.
    await new Promise((resolve) => setTimeout(resolve, 3_300));
    expect(connections).toBe(1);
  });

  it("is not tried again after a refusal", async () => {
    const server = await startRefuse(500);
    servers.push(server);
    expect(await faultOf(connect(server, { kind: "sse" }))).toMatchObject(like("server-error"));
    expect(server.requests()).toBe(1);
  });
});

describe("closing", () => {
  it("fails calls in flight and does not wait for a server that hangs", async () => {
    const connection = await connect(await serve(startHang("call")));
    const inFlight = [1, 2, 3].map(async () =>
      expect(await faultOf(call(connection, { timeout: 10_000 }))).toMatchObject(like("cancelled")),
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    const startedAt = performance.now();
    await connection.close();
    await Promise.all(inFlight);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  it("waits for the end of the session no longer than a second", async () => {
    const server = await startHangingDelete();
    servers.push(server);
    const connection = await connect(server);
    const startedAt = performance.now();
    await connection.close();
    expect(performance.now() - startedAt).toBeGreaterThan(900);
    expect(performance.now() - startedAt).toBeLessThan(1_500);
    await connection.close();
  });

  it("leaves no socket after many connections and calls", async () => {
    const server = await serve(startModern());
    const before = countSockets();
    for (let round = 0; round < 10; round++) {
      const connection = await connectHttp({ server: NAME, url: server.url, makeClient });
      await Promise.all(Array.from({ length: 20 }, async () => textOf(connection, 5_000)));
      await connection.close();
    }
    await expect.poll(() => server.openSockets()).toBe(0);
    await expect.poll(() => countSockets()).toBeLessThanOrEqual(before);
  });
});

/** The fault of a call or a connect that must fail: it names the server, came in time and shows no secret. */
async function faultOf(failing: Promise<unknown>): Promise<HttpFault> {
  const startedAt = performance.now();
  const beside = textOf(healthy, 1_000);
  const thrown: unknown = await failing.then(
    () => undefined,
    (error: unknown) => error,
  );
  const took = performance.now() - startedAt;
  await beside;
  const fault = asHttpFault(thrown, NAME);
  if (fault === undefined) throw new Error("expected a fault", { cause: thrown });
  const shown = inspect(thrown, { depth: 10, showHidden: true }) + String(fault.stack) + inspect(fault);
  const forms = [CANARY, encodeURIComponent(CANARY), Buffer.from(CANARY).toString("base64")];
  if (forms.some((form) => shown.includes(form))) throw new Error("a secret is shown", { cause: thrown });
  if (took > LONGEST_FAILURE_MS)
    throw new Error(`failed only after ${Math.round(took)} ms`, { cause: thrown });
  return fault;
}

function like(kind: HttpFaultKind, text: RegExp = /./): object {
  return { kind, server: NAME, message: expect.stringMatching(text) as string, name: "TackleError" };
}

function countSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
}

function kindOf(status: number): HttpFaultKind {
  if (status === 401) return "unauthorized";
  if (status === 403) return "forbidden";
  if (status === 404) return "not-found";
  return status >= 500 ? "server-error" : "rejected";
}

async function call(
  connection: HttpConnection,
  options: { readonly timeout?: number; readonly signal?: AbortSignal } = {},
): Promise<unknown> {
  const params = { name: "echo", arguments: { text: "hello" } };
  return connection.client.request({ method: "tools/call", params }, anything, {
    timeout: DEADLINE_MS,
    ...options,
  });
}

async function serve<S extends RunningServer>(starting: Promise<S>): Promise<S> {
  const server = await starting;
  servers.push(server);
  return server;
}

async function connect(
  server: RunningServer,
  options: Partial<ConnectHttpOptions> = {},
): Promise<HttpConnection> {
  const connection = await connectHttp({
    server: NAME,
    url: server.url,
    makeClient,
    headers: { authorization: `Bearer ${CANARY}` },
    ...options,
  });
  connections.push(connection);
  return connection;
}

function makeClient(): Client {
  return new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
}

async function textOf(connection: HttpConnection, timeout = DEADLINE_MS): Promise<unknown> {
  const params = { name: "echo", arguments: { text: "hello" } };
  const result = await connection.client.request({ method: "tools/call", params }, anything, { timeout });
  return (result as { content: { text: string }[] }).content[0]?.text;
}
