import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { echo, LaneServer, post, type Exchange } from "./fixtures/lane-server.ts";
import { RawClient } from "./fixtures/raw-client.ts";

/** Answers at once, later, or bit by bit, as the first letter of the body says. */
async function answer(exchange: Exchange): Promise<void> {
  const { body, response } = exchange;
  if (body.startsWith("l")) for (let i = 0; i < body.length; i++) await turn();
  if (!body.startsWith("s")) return echo(exchange);
  response.writeHead(200);
  for (const letter of body) {
    response.write(letter);
    await turn();
  }
  response.end();
}

let server: LaneServer;
beforeAll(async () => {
  server = await LaneServer.start({ handle: (exchange) => void answer(exchange) });
});
afterAll(() => server.stop());

const body = fc.stringMatching(/^[nls][a-z]{0,8}$/);
const chunked = (text: string): string =>
  `${post("").replace("Content-Length: 0", "Transfer-Encoding: chunked")}${text.length}\r\n${text}\r\n0\r\n\r\n`;
const request = fc.oneof(
  { weight: 6, arbitrary: body.map((text) => ({ text, bytes: post(text) })) },
  { weight: 2, arbitrary: body.map((text) => ({ text, bytes: post(text, "X-Other: header") })) },
  { weight: 1, arbitrary: body.map((text) => ({ text, bytes: chunked(text) })) },
  { weight: 1, arbitrary: fc.constant({ text: "", bytes: "GET / HTTP/1.1\r\nHost: a\r\n\r\n" }) },
);

/** The bytes of all requests, cut between requests or wherever; with how long to wait before each piece. */
const pieces = fc
  .record({
    requests: fc.array(request, { minLength: 1, maxLength: 8 }),
    cuts: fc.array(fc.nat(1000), { maxLength: 4 }),
    isCutBetween: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
    pauses: fc.array(fc.nat(6), { minLength: 13, maxLength: 13 }),
  })
  .map(({ requests, cuts, isCutBetween, pauses }) => {
    const all = requests.map(({ bytes }) => bytes).join("");
    const ends = requests.map(
      (_, at) =>
        requests
          .slice(0, at + 1)
          .map(({ bytes }) => bytes)
          .join("").length,
    );
    const between = ends.filter((_, at) => isCutBetween[at]);
    const sorted = [0, ...between, ...cuts.map((cut) => cut % all.length), all.length].toSorted(
      (a, b) => a - b,
    );
    const parts = sorted.map((start, at) => all.slice(start, sorted[at + 1] ?? all.length));
    return { texts: requests.map(({ text }) => text), parts: parts.filter((part) => part !== ""), pauses };
  });

it("answers every request in order, however the bytes are cut and whoever has the connection", async () => {
  const ways = new Set<string>();
  await fc.assert(
    fc.asyncProperty(pieces, async ({ texts, parts, pauses }) => {
      server.exchanges.length = 0;
      const client = await RawClient.connect(server.port);
      try {
        for (const [at, part] of parts.entries()) {
          for (let turns = pauses[at] ?? 0; turns > 0; turns--) await turn();
          await client.send(part);
        }
        for (const text of texts) expect((await client.response()).body).toBe(text);
        expect(client.rest).toBe("");
        expect(server.bodies).toEqual(texts);
        ways.add(server.exchanges.map(({ way }) => way).join());
      } finally {
        client.close();
      }
    }),
    { numRuns: 600 },
  );
  expect([...ways]).toEqual(expect.arrayContaining(["quick", "node", "quick,node", "quick,quick"]));
});

it("keeps nothing of connections that break anywhere", async () => {
  await fc.assert(
    fc.asyncProperty(
      pieces,
      fc.nat(12),
      fc.constantFrom("end", "destroy", "resetAndDestroy"),
      async (sent, last, how) => {
        const client = await RawClient.connect(server.port);
        for (const [at, part] of sent.parts.slice(0, last).entries()) {
          for (let turns = sent.pauses[at] ?? 0; turns > 0; turns--) await turn();
          client.socket.write(part);
        }
        await turn();
        client.socket[how]();
        await client.closed;
        client.close();
      },
    ),
    { numRuns: 300 },
  );
  await vi.waitUntil(() => server.sockets.every(({ destroyed }) => destroyed), { timeout: 10_000 });
  await vi.waitUntil(() => server.lane.size === 0, { timeout: 10_000 });
  const open = server.exchanges.filter(({ response }) => !response.destroyed);
  expect(open).toEqual([]);
});
