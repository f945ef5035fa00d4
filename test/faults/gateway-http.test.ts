/** The gateway's HTTP side against clients that break rules, sites that attack through a browser, and those who only wait. */
import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import type { Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { end, startGateway, type Gateway } from "../e2e/gateway.ts";
import { headersOf, initializeParams, paramsOf } from "../e2e/raw-clients.ts";
import { Bench } from "../e2e/tackle.ts";
import {
  closeOf,
  openSocket,
  readResponse,
  sendRaw,
  spell,
  type RawRequest,
  type RawResponse,
} from "./raw-http.ts";

const SERVERS = resolve(import.meta.dirname, "../servers");
const program = (file: string) => ({ command: process.execPath, args: [join(SERVERS, `${file}.ts`)] });
const MEBIBYTE = 1024 * 1024;

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({
    servers: { pairing: program("pairing/legacy"), flood: program("misbehaving/progress-flood") },
  });
});
afterAll(() => gateway.stop());

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
async function open(): Promise<Socket> {
  const socket = await openSocket(gateway.port);
  sockets.push(socket);
  return socket;
}

const send = (request: RawRequest): Promise<RawResponse> => sendRaw(gateway.port, request);
const json = (value: unknown): string => JSON.stringify(value);
const INITIALIZE = json({ jsonrpc: "2.0", id: 1, method: "initialize", params: initializeParams });

/** A call of the new era: one POST, no session. */
function modernCall(name: string, args: object = {}): RawRequest {
  const params = { name, arguments: args };
  return {
    headers: Object.entries(headersOf("modern", "tools/call", params)),
    body: json({ jsonrpc: "2.0", id: 1, method: "tools/call", params: paramsOf("modern", params) }),
  };
}

async function isServing(): Promise<boolean> {
  const { status, body } = await send(modernCall("mcp__pairing__echo", { text: "still here" }));
  return status === 200 && body.includes("still here");
}

async function touches(): Promise<number> {
  const { body } = await send(modernCall("mcp__pairing__touch"));
  return Number(/"text":"(\d+)"/u.exec(body)?.[1]);
}

/** Every way in. */
const ROUTES: readonly RawRequest[] = [
  ...["/mcp", "/mcp/default", "/servers/pairing/mcp", "/servers/nobody/mcp", "/nothing"].flatMap((path) => [
    { method: "POST", path, body: INITIALIZE },
    { method: "GET", path },
    { method: "DELETE", path },
    { method: "OPTIONS", path },
  ]),
  ...["/", "/healthz", "/readyz", "/metrics"].map((path) => ({ method: "GET", path })),
];

const withHeaders = (request: RawRequest, headers: NonNullable<RawRequest["headers"]>): RawRequest => ({
  ...request,
  headers: [...(request.headers ?? []), ...headers],
});

describe("a page in a browser", () => {
  const evilOrigins = [
    ["http://evil.com"],
    ["null"],
    ["http://evil.com:1", "http://localhost"],
    ["http://localhost", "http://evil.com"],
    ["http://localhost@evil.com"],
    ["http://evil.com/http://localhost"],
    ["http://localhost.evil.com"],
    ["http://127.0.0.1.evil.com"],
    ["http://localhost/path"],
    ["http://user:secret@localhost"],
    ["file://"],
    [""],
    ["localhost"],
  ];

  const named = evilOrigins.map((values) => ({ values, origin: values.join("' and '") }));
  it.for(named)("of the origin '$origin' is refused everywhere, whatever it asks for", async ({ values }) => {
    const headers = values.map((value) => ["Origin", value] as const);
    for (const route of ROUTES)
      expect((await send(withHeaders(route, headers))).status, `${route.method} ${route.path}`).toBe(403);
  });

  it("of another origin has no effect", async () => {
    const before = await touches();
    const call = modernCall("mcp__pairing__touch");
    expect((await send(withHeaders(call, [["Origin", "http://evil.com"]]))).status).toBe(403);
    expect(await touches()).toBe(before + 1);
  });

  it("that has made its own name lead here is refused everywhere", async () => {
    for (const host of [
      "evil.com",
      `evil.com:${gateway.port}`,
      "localhost.evil.com",
      "127.0.0.1.evil.com",
      "",
    ])
      for (const route of ROUTES)
        expect(
          (await send(withHeaders(route, [["Host", host]]))).status,
          `${route.method} ${route.path} of '${host}'`,
        ).toBeOneOf([400, 403]);
  });

  it("of this machine may ask", async () => {
    for (const host of ["localhost", "127.0.0.1"]) {
      const headers = [["Origin", `http://${host}:${gateway.port}`] as const];
      expect((await send(withHeaders({ body: INITIALIZE }, headers))).status, host).toBe(200);
    }
  });

  it("cannot ask with a form, or with text that needs no permission", async () => {
    const before = await touches();
    const { body = "" } = modernCall("mcp__pairing__touch");
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "text/plain; application/json",
      "application/jsonp",
      "",
    ]) {
      const headers = [...(modernCall("mcp__pairing__touch").headers ?? [])].filter(
        ([name]) => name !== "content-type",
      );
      const { status } = await send({ headers: [...headers, ["Content-Type", type]], body });
      expect(status, type).toBeOneOf([400, 403, 415]);
    }
    expect(await touches()).toBe(before + 1);
  });

  it("gets no permission for another origin in advance", async () => {
    const { status, headers } = await send({
      method: "OPTIONS",
      headers: [
        ["Origin", "http://evil.com"],
        ["Access-Control-Request-Method", "POST"],
        ["Access-Control-Request-Headers", "content-type, mcp-session-id"],
      ],
    });
    expect(status).toBe(403);
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });

  it("gets no WebSocket", async () => {
    for (const origin of ["http://evil.com", `http://127.0.0.1:${gateway.port}`, undefined])
      for (const path of ["/mcp", "/", "/servers/pairing/mcp"]) {
        const socket = await open();
        const headers = [
          ["Connection", "Upgrade"],
          ["Upgrade", "websocket"],
          ["Sec-WebSocket-Version", "13"],
          ["Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="],
          ...(origin === undefined ? [] : [["Origin", origin] as const]),
        ] as const;
        socket.write(spell(gateway.port, { method: "GET", path, headers }));
        const [chunk] = (await Promise.race([once(socket, "data"), closeOf(socket).then(() => [])])) as [
          unknown,
        ];
        expect(chunk instanceof Buffer ? chunk.toString() : "", `${path} of ${origin}`).not.toMatch(
          /^HTTP\/1\.1 101/u,
        );
        socket.destroy();
      }
    expect(await isServing()).toBe(true);
  });
});

describe("a header", () => {
  const magic = [
    ["X-Forwarded-For", "127.0.0.1"],
    ["X-Forwarded-Host", "localhost"],
    ["X-Forwarded-Proto", "https"],
    ["X-Real-IP", "127.0.0.1"],
    ["Forwarded", "for=127.0.0.1;host=localhost"],
    ["X-Original-URL", "/healthz"],
    ["X-Rewrite-URL", "/healthz"],
    ["X-Original-Host", "localhost"],
    ["X-HTTP-Method-Override", "OPTIONS"],
    ["X-Internal-Request", "true"],
    ["X-Router-Key", "secret"],
    ["Mcp-Init-Host", "localhost"],
    ["X-User", "admin"],
    ["Authorization", "Bearer anything"],
    ["Cookie", "session=admin"],
    ["Sec-Fetch-Site", "same-origin"],
  ] as const;

  it.for(magic)("%s: %s opens no door", async (header) => {
    for (const bad of [["Origin", "http://evil.com"] as const, ["Host", "evil.com"] as const])
      expect((await send({ headers: [bad, header], body: INITIALIZE })).status, bad[0]).toBe(403);
    const elsewhere = await send({ path: "/nothing", headers: [header], body: INITIALIZE });
    expect(elsewhere.status).toBeOneOf([401, 404]);
  });

  it("or a query that names a user changes nothing", async () => {
    const list = (more: Partial<RawRequest>): Promise<RawResponse> => {
      const headers = Object.entries(headersOf("modern", "tools/list", {}));
      const body = json({ jsonrpc: "2.0", id: 1, method: "tools/list", params: paramsOf("modern", {}) });
      return send({ ...more, headers: [...headers, ...(more.headers ?? [])], body });
    };
    const plain = await list({});
    expect(plain.status).toBe(200);
    for (const more of [
      { path: "/mcp?user=admin&token=secret&profile=other" },
      { headers: [["X-User", "admin"]] as const },
      { headers: [["X-Mcp-Profile", "other"]] as const },
    ])
      expect((await list(more)).body).toBe(plain.body);
  });
});

describe("nobody", () => {
  it("finds anything to manage without having said who they are", async () => {
    for (const path of [
      "/api",
      "/api/servers",
      "/admin",
      "/config",
      "/shutdown",
      "/servers",
      "/env",
      "/.env",
    ])
      for (const method of ["GET", "POST", "PUT", "DELETE"])
        expect((await send({ method, path, body: "{}" })).status, `${method} ${path}`).toBeOneOf([
          401, 403, 404, 405,
        ]);
  });

  it("reaches what is not there by another name for it", async () => {
    for (const name of [
      "__proto__",
      "constructor",
      "toString",
      "hasOwnProperty",
      "..",
      "%2e%2e",
      "%00",
      "a/b",
    ])
      for (const path of [`/servers/${name}/mcp`, `/mcp/${name}`])
        expect((await send({ path, body: INITIALIZE })).status, path).toBeOneOf([400, 404]);
    for (const path of [
      "//mcp",
      "/mcp/",
      "/MCP",
      "/mcp%2f",
      "/./mcp",
      "/x/../mcp",
      "http://evil.com/mcp",
      "*",
    ])
      expect((await send({ path, body: INITIALIZE })).status, path).toBeLessThan(500);
    expect(await isServing()).toBe(true);
  });
});

describe("a session", () => {
  const start = async (path = "/mcp"): Promise<string> => {
    const { status, headers } = await send({ path, body: INITIALIZE });
    expect(status).toBe(200);
    return headers["mcp-session-id"] ?? "";
  };
  const LIST = json({ jsonrpc: "2.0", id: 2, method: "tools/list", params: {} });
  const use = (id: string, path = "/mcp"): Promise<RawResponse> =>
    send({
      path,
      headers: [
        ["Mcp-Session-Id", id],
        ["Mcp-Protocol-Version", "2025-11-25"],
      ],
      body: LIST,
    });

  it("has an id that nobody can guess", async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => start()));
    expect(new Set(ids).size).toBe(ids.length);
    // 128 bits take 22 characters at the least, in a form that is safe in a header.
    for (const id of ids) expect(id).toMatch(/^[\x21-\x7e]{22,}$/u);
    const shared = (ids[0] ?? "").split("").filter((letter, at) => ids.every((id) => id[at] === letter));
    expect(shared.length, "characters that all have in common").toBeLessThan(8);
  });

  it("is not found by an id that is made up, and none is needed by one that is not there", async () => {
    const id = await start();
    expect((await use(id)).status).toBe(200);
    for (const guess of [`${id}x`, id.slice(1), `x${id.slice(1)}`, "1", "__proto__", "constructor", " "])
      expect((await use(guess)).status, guess).toBeOneOf([400, 404]);
    expect((await send({ headers: [["Mcp-Protocol-Version", "2025-11-25"]], body: LIST })).status).toBe(400);
  });

  it("of one endpoint is nothing at another", async () => {
    const id = await start("/servers/pairing/mcp");
    expect((await use(id, "/servers/pairing/mcp")).status).toBe(200);
    expect((await use(id, "/servers/flood/mcp")).status).toBeOneOf([400, 403, 404]);
    expect((await use(id, "/mcp")).status).toBeOneOf([400, 403, 404]);
  });

  it("is gone when it was ended", async () => {
    const id = await start();
    const { status } = await send({ method: "DELETE", headers: [["Mcp-Session-Id", id]] });
    expect(status).toBeOneOf([200, 202, 204]);
    expect((await use(id)).status).toBe(404);
  });
});

describe("a body", () => {
  it.for([
    ["is cut off", '{"jsonrpc":"2.0","id":1,', -32700],
    ["is no JSON", "hello", -32700],
    ["is empty", "", -32700],
    ["begins with no UTF-8", Buffer.from([0xff, 0xfe, 0x7b, 0x7d]), -32700],
    ["is null", "null", -32600],
    ["is a number", "5", -32600],
    ["is an empty batch", "[]", -32600],
    ["is a message of another version", '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
    ["has no method", '{"jsonrpc":"2.0","id":1}', -32600],
    ["has a method that is no word", '{"jsonrpc":"2.0","id":1,"method":{}}', -32600],
    ["has an id that is none", '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
  ] as const)("that %s is answered with what is wrong", async ([, body, code]) => {
    for (const path of ["/mcp", "/servers/pairing/mcp"]) {
      const answer = await send({ path, body });
      expect(answer.status).toBe(400);
      expect(answer.body).toContain(`"code":${code}`);
    }
  });

  it("that is not UTF-8 is not guessed at", async () => {
    const { headers, body } = modernCall("mcp__pairing__echo", { text: "X" });
    const bytes = Buffer.from(body ?? "");
    bytes[bytes.indexOf('"X"') + 1] = 0xff;
    const answer = await send({ ...(headers === undefined ? undefined : { headers }), body: bytes });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatch(/"code":-32[67]00/u);
  });

  it("that is a batch is answered as one or refused, and nothing breaks", async () => {
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    for (const batch of [[ping], [ping, ping], [1, 2], [null], [[ping]]])
      expect((await send({ body: json(batch) })).status).toBeLessThan(500);
    const tooMany = json(Array.from({ length: 50_000 }, (_, id) => ({ ...ping, id })));
    expect((await send({ body: tooMany })).status).toBeLessThan(500);
    expect(await isServing()).toBe(true);
  });

  it("with names that mean something to JavaScript is data like any other", async () => {
    for (const body of [
      '{"jsonrpc":"2.0","id":1,"method":"__proto__","params":{}}',
      '{"jsonrpc":"2.0","id":1,"method":"constructor","params":{}}',
      '{"jsonrpc":"2.0","id":1,"__proto__":{"method":"ping"},"method":"tools/list"}',
      `{"jsonrpc":"2.0","id":"__proto__","method":"initialize","params":${json(initializeParams)}}`,
    ])
      expect(
        (
          await send({
            body,
            headers: [
              ["__proto__", "x"],
              ["constructor", "y"],
            ],
          })
        ).status,
      ).toBeLessThan(500);
    for (const name of ["__proto__", "constructor", "toString"]) {
      const { status, body } = await send(modernCall(name));
      expect(status).toBeLessThan(500);
      expect(body).toContain('"error"');
    }
    const { status, body } = await send({
      path: "/mcp?__proto__[polluted]=1&constructor=2",
      ...modernCall("mcp__pairing__echo", JSON.parse('{"text":"a","__proto__":{"polluted":1}}') as object),
    });
    expect(status).toBe(200);
    expect(body).not.toContain("polluted");
  });

  it("that nests without end is refused", async () => {
    const deep = `{"jsonrpc":"2.0","id":1,"method":"ping","params":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect((await send({ body: deep })).status).toBeLessThan(500);
    expect(await isServing()).toBe(true);
  });

  it("that says it is a gigabyte is refused before it is sent", async () => {
    const socket = await open();
    const announced: RawRequest = { headers: [["Content-Length", String(1024 * MEBIBYTE)]], body: "{" };
    socket.write(spell(gateway.port, announced));
    expect((await readResponse(socket)).status).toBe(413);
  });

  it("that never ends is refused on the way", async () => {
    const socket = await open();
    const head = spell(gateway.port, {
      headers: [
        ["Transfer-Encoding", "chunked"],
        ["Content-Type", "application/json"],
      ],
    });
    socket.write(head);
    const response = readResponse(socket);
    const chunk = Buffer.concat([Buffer.from("10000\r\n"), Buffer.alloc(0x10000, "["), Buffer.from("\r\n")]);
    let sent = 0;
    while (!socket.closed && !socket.destroyed && sent < 512 * MEBIBYTE) {
      sent += chunk.length;
      if (!socket.write(chunk)) await new Promise((done) => socket.once("drain", done).once("close", done));
    }
    expect((await response).status).toBeOneOf([413, 0]); // the answer may be lost when the connection is reset
    expect(sent).toBeLessThan(128 * MEBIBYTE);
    expect(await isServing()).toBe(true);
  });

  it("that is compressed is not unpacked", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * MEBIBYTE, " "));
    const { status } = await send({ headers: [["Content-Encoding", "gzip"]], body: bomb });
    expect(status).toBeOneOf([400, 413, 415]);
    const call = modernCall("mcp__pairing__echo", { text: "packed" });
    const packed = {
      body: gzipSync(call.body ?? ""),
      headers: [...(call.headers ?? []), ["Content-Encoding", "gzip"]],
    };
    expect((await send(packed as RawRequest)).status).toBeOneOf([400, 413, 415]);
  });
});

describe("those who only wait", () => {
  it("do not keep others from being served", async () => {
    const head = spell(gateway.port, { headers: [["Content-Length", "1000"]], body: "{" });
    const crowd = await Promise.all(Array.from({ length: 900 }, () => open()));
    for (const [index, socket] of crowd.entries()) {
      if (index % 3 === 1) socket.write("POST /mcp HTTP/1.1\r\nHost: 127.0");
      if (index % 3 === 2) socket.write(head);
    }
    expect(await isServing()).toBe(true);
  });

  it("and never read lose their connection before they cost much memory; others keep theirs", async () => {
    const call = json({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "mcp__flood__go",
        arguments: {},
        _meta: { ...(paramsOf("modern", {})["_meta"] as object), progressToken: "slow" },
      },
    });
    const headers = Object.entries(headersOf("modern", "tools/call", { name: "mcp__flood__go" }));
    const slow = await open();
    slow.pause();
    slow.write(spell(gateway.port, { headers, body: call }));
    // The server works one call after the other: when this is answered, all of the flood has come to the gateway.
    expect((await send(modernCall("mcp__flood__go"))).body).toContain("flooded");
    expect(await isServing()).toBe(true);
    let received = "";
    slow.on("data", (chunk: Buffer) => (received += chunk.toString("latin1")));
    slow.resume();
    await closeOf(slow);
    expect(received.length).toBeLessThan(48 * MEBIBYTE);
    expect(received).not.toContain("flooded");
  });
});

describe("what clients say of themselves", () => {
  it("cannot forge a line in a log or colour a terminal", async () => {
    const forged = 'evil\u001B[31m\r\n{"level":"error","message":"forged line"}\u0007\u202E';
    await send({
      body: json({
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: { ...initializeParams, clientInfo: { name: forged, version: forged, title: forged } },
      }),
    });
    await send(modernCall("mcp__pairing__echo", { text: forged }));
    await send(modernCall(forged));
    await send({
      path: `/${encodeURIComponent(forged)}`,
      headers: [["User-Agent", "evil\u001B[31m"]],
      body: "{}",
    });
    await send({ headers: [["Mcp-Session-Id", encodeURIComponent(forged)]], body: INITIALIZE });
    expect(await isServing()).toBe(true);
    for (const [name, text] of [["stderr", gateway.stderr()], ...logFiles()]) {
      expect(text, name).not.toMatch(/\u001B\[31m|\u0007|\u202E/u);
      expect(text, name).not.toMatch(/^\{"level":"error","message":"forged line"/mu);
    }
  });

  function logFiles(): [string, string][] {
    const folder = join(gateway.bench.home, ".local/state/tacklebox");
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((file) => /\.(log|jsonl|ndjson)$/u.test(file) && statSync(file).isFile())
      .map((file) => [file, readFileSync(file, "utf8")]);
  }
});

describe("the address", () => {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === "IPv4")
    .map(({ address }) => address);

  it("is this machine's own unless somebody says otherwise", async () => {
    expect(gateway.url).toBe(`http://127.0.0.1:${gateway.port}/mcp`);
    for (const address of outside) {
      const socket = connect(gateway.port, address);
      sockets.push(socket);
      const [error] = (await once(socket, "error")) as [NodeJS.ErrnoException];
      expect(error.code, address).toBe("ECONNREFUSED");
    }
  });

  it.skipIf(outside.length === 0)("is no use to other machines without a token", async () => {
    const bench = new Bench();
    const file = bench.write("open.json", "{}");
    const child = bench.start(["serve", "--host", "0.0.0.0", "--port", "0", "--json", "--config", file]);
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    try {
      await Promise.race([once(child, "close"), once(child.stdout, "data")]);
      const port = Number(/"port":(\d+)/u.exec(output)?.[1] ?? 0);
      // It may also refuse to start, as long as it says what is missing.
      expect(port > 0 || output.includes("token"), output).toBe(true);
      for (const address of port === 0 ? [] : outside) {
        const headers = { ...headersOf("legacy", "initialize", {}), host: `127.0.0.1:${port}` };
        const response = await fetch(`http://${address}:${port}/mcp`, {
          method: "POST",
          headers,
          body: INITIALIZE,
        });
        expect(response.status, address).toBeOneOf([401, 403]);
      }
    } finally {
      await end(child);
      bench.dispose();
    }
  });
});
