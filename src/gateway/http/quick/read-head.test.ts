import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RawClient } from "./fixtures/raw-client.ts";
import { readHead } from "./read-head.ts";

const read = (text: string) => readHead(Buffer.from(text, "latin1"));
const LINES = ["POST /mcp HTTP/1.1", "Host: localhost:4747", "Content-Length: 5"];
const withLines = (...more: readonly string[]): string => `${[...LINES, ...more].join("\r\n")}\r\n\r\n`;
const withLength = (line: string): string => `POST / HTTP/1.1\r\nHost: a\r\n${line}\r\n\r\n`;

describe("a plain head", () => {
  it("is read with names in lower case and values without the space around them", () => {
    const text = withLines(
      "Accept: \t application/json, text/event-stream \t",
      "X-Empty:",
      "Connection: Keep-Alive",
    );
    expect(read(`${text}hello`)).toEqual({
      url: "/mcp",
      headers: {
        host: "localhost:4747",
        "content-length": "5",
        accept: "application/json, text/event-stream",
        "x-empty": "",
        connection: "Keep-Alive",
      },
      length: text.length,
      wholeLength: text.length + 5,
    });
  });

  it("is read before its body is there, and with more behind it", () => {
    expect(read(withLines())?.wholeLength).toBe(withLines().length + 5);
    expect(read(`${withLines()}helloPOST / HTTP`)?.wholeLength).toBe(withLines().length + 5);
  });
});

describe("what is left to node:http", () => {
  it.each([
    ["nothing", ""],
    ["a head that is not whole", withLines().slice(0, -1)],
    ["another method", withLines().replace("POST", "PUT")],
    ["a method in small letters", withLines().replace("POST", "post")],
    ["an address with a server in it", withLines().replace("/mcp", "http://a/mcp")],
    ["HTTP/1.0", withLines().replace("/1.1", "/1.0")],
    ["two spaces", withLines().replace("POST ", "POST  ")],
    ["an empty line in front", `\r\n${withLines()}`],
    ["no host", "POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n"],
    ["no length", "POST / HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["a chunked body", withLines("Transfer-Encoding: chunked")],
    ["a question before the body", withLines("Expect: 100-continue")],
    ["another protocol", withLines("Connection: Upgrade", "Upgrade: h2c")],
    ["the last request of a connection", withLines("Connection: close")],
    ["the same in the words for proxies", withLines("Proxy-Connection: close")],
    ["a header twice", withLines("X-A: 1", "x-a: 2")],
    ["two lengths", withLines("Content-Length: 5")],
    ["a space before the colon", withLines("X-A : 1")],
    ["a folded line", withLines("X-A: 1", " more")],
    ["a line without a colon", withLines("X-A")],
    ["a line without a name", withLines(": 1")],
    ["a bare CR", withLines("X-A: 1\r2")],
    ["a bare LF", withLines("X-A: 1\nX-B: 2")],
    ["a NUL", withLines("X-A: \0")],
    ["a letter beyond ASCII", withLines("X-A: \u00fc")],
    ["a name that every object has", withLines("__proto__: 1")],
    ["another such name", withLines("constructor: 1")],
    ["more than a head may be long", withLines(`X-A: ${"a".repeat(33_000)}`)],
    ["more headers than anybody sends", withLines(...Array.from({ length: 100 }, (_, i) => `x${i}: 1`))],
  ])("is %s", (_what, text) => {
    expect(read(text)).toBeUndefined();
  });

  it.each(["+5", "-5", "5, 5", "5,5", "0x5", "5.0", "5e0", "", "five", "5 5", "99999999", "5;", "\u0665"])(
    "is the length '%s'",
    (length) => {
      expect(read(withLength(`Content-Length: ${length}`))).toBeUndefined();
    },
  );
});

interface SeenRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

describe("whatever is taken for plain", () => {
  let seen: SeenRequest[] = [];
  const server = createServer({ maxHeaderSize: 32 * 1024 }, (request, response) => {
    const { method, url, headers } = request;
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString("latin1") });
      response.end();
    });
  });
  beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
  afterAll(() => server.close());

  /** What node:http sees in these bytes and one more request behind them. */
  async function nodeSees(bytes: Buffer): Promise<readonly SeenRequest[]> {
    seen = [];
    const client = await RawClient.connect((server.address() as AddressInfo).port);
    await client.send(Buffer.concat([bytes, LAST]));
    await client.closed;
    client.close();
    return seen;
  }

  it("is read by node:http in the same way, with the same body", async () => {
    let plain = 0;
    await fc.assert(
      fc.asyncProperty(requests, async (bytes) => {
        const head = readHead(bytes);
        if (head === undefined) return;
        plain++;
        const body = Buffer.alloc(head.wholeLength - head.length, "POST / HTTP/1.1\r\n\r\n");
        bytes.copy(body, 0, head.length);
        const [first, last, ...more] = await nodeSees(Buffer.concat([bytes.subarray(0, head.length), body]));
        expect(first).toEqual({
          method: "POST",
          url: head.url,
          headers: asNodeHas(head.headers),
          body: body.toString("latin1"),
        });
        expect([last?.url, more]).toEqual(["/last", []]);
      }),
      { numRuns: 3000 },
    );
    expect(plain).toBeGreaterThan(500);
  });
});

const LAST = Buffer.from("GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");

/** The one header that node:http gives as a list, and nobody here reads. */
function asNodeHas(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { "set-cookie": cookie, ...others } = headers;
  return cookie === undefined ? headers : { ...others, "set-cookie": [String(cookie)] };
}

const pad = fc.constantFrom("", "", " ", " ", "\t", "  ", " \t");
const name = fc.oneof(
  fc.constantFrom(
    "Accept",
    "content-type",
    "Authorization",
    "Origin",
    "Mcp-Session-Id",
    "Cookie",
    "Set-Cookie",
  ),
  fc.constantFrom(
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "Host",
    "Keep-Alive",
    "TE",
    "Via",
  ),
  fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/),
);
const value = fc.oneof(
  fc.constantFrom("application/json", "keep-alive", "close", "a, b", "chunked", "0", ""),
  fc.stringMatching(/^[\t -~]{0,24}$/),
);
const lengths = fc.oneof(
  { weight: 3, arbitrary: fc.nat(40).map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "05",
      "000005",
      "+5",
      "5, 5",
      "5,",
      "0x5",
      "-0",
      "5 5",
      "5\t",
      "\t5",
      "1_0",
      "999999999999999999999",
    ),
  },
);
const line = (field: fc.Arbitrary<string>, content: fc.Arbitrary<string>) =>
  fc.tuple(field, pad, content, pad).map(([before, left, text, right]) => `${before}:${left}${text}${right}`);
const lines = fc.array(
  fc.oneof(
    { weight: 30, arbitrary: line(name, value) },
    { weight: 1, arbitrary: line(fc.constantFrom("Connection", "connection", "Proxy-Connection"), value) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        " folded",
        "Transfer-Encoding: chunked",
        "Transfer-Encoding : chunked",
        "Content-Length: 3",
        "X-A : b",
        "X-A",
        "Expect: 100-continue",
        `X-Long: ${"a".repeat(32_600)}`,
      ),
    },
  ),
  { maxLength: 4 },
);
const url = fc.oneof(
  fc.constantFrom("/", "/mcp", "/mcp?a=b#c", "//a/b", "/%00", "/a\\b", '/"<>^`{|}'),
  fc.stringMatching(/^\/[!-~]{0,12}$/),
);
const newline = fc.oneof(
  { weight: 9, arbitrary: fc.constant("\r\n") },
  { weight: 1, arbitrary: fc.constantFrom("\n", "\r") },
);

/** Requests that are plain, nearly so, or not at all; some with a few bytes changed. */
const requests = fc
  .record({
    url,
    before: lines,
    host: line(
      fc.constantFrom("Host", "host", "HOST"),
      fc.constantFrom("localhost", "127.0.0.1:4747", "a b", ""),
    ),
    length: line(fc.constantFrom("Content-Length", "content-length"), lengths),
    after: lines,
    end: newline,
    body: fc.string({ unit: "binary-ascii", maxLength: 50 }),
    changes: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      {
        weight: 1,
        arbitrary: fc.array(
          fc.tuple(fc.nat(400), fc.oneof(fc.nat(255), fc.constantFrom(9, 10, 13, 32, 58)), fc.boolean()),
          { maxLength: 2 },
        ),
      },
    ),
  })
  .map(({ url: address, before, host, length, after, end, body, changes }) => {
    const all = [`POST ${address} HTTP/1.1`, ...before, host, length, ...after].join("\r\n");
    const bytes = [...Buffer.from(`${all}${end}\r\n${body}`, "latin1")];
    for (const [at, byte, isMore] of changes) bytes.splice(at % bytes.length, isMore ? 0 : 1, byte);
    return Buffer.from(bytes);
  });
