import { once } from "node:events";
import { createConnection, createServer, type AddressInfo, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { greetingLine, readFirstLine, readGreeting, readWelcome, welcomeLine } from "./greeting.ts";

const PATIENT = 60_000;
const open: (() => unknown)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** Both ends of a connection. */
async function pair(): Promise<[Socket, Socket]> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const near = createConnection((server.address() as AddressInfo).port, "127.0.0.1");
  const [far] = (await once(server, "connection")) as [Socket];
  open.push(
    () => near.destroy(),
    () => far.destroy(),
    () => server.close(),
  );
  return [near, far];
}

it("reads one line, and leaves what follows to whoever reads on", async () => {
  const [near, far] = await pair();
  near.write("fir");
  const line = readFirstLine(far, PATIENT);
  near.write("st\nsecond\nthi");
  expect(await line).toBe("first");
  near.end("rd");
  const rest: Buffer[] = [];
  for await (const chunk of far) rest.push(chunk as Buffer);
  expect(Buffer.concat(rest).toString()).toBe("second\nthird");
});

it("reads no line from who ends without one, says too much, or says nothing in time", async () => {
  const [ends, atEnd] = await pair();
  ends.end("no line");
  expect(await readFirstLine(atEnd, PATIENT)).toBeUndefined();
  const [talks, listens] = await pair();
  talks.write("x".repeat(100_000));
  expect(await readFirstLine(listens, PATIENT)).toBeUndefined();
  const [, silence] = await pair();
  expect(await readFirstLine(silence, 1)).toBeUndefined();
});

it("understands its own greetings and none of others", () => {
  const greeting = { profile: 'a "b"\n', version: "1.0.0" };
  const line = greetingLine(greeting);
  expect(line.indexOf("\n")).toBe(line.length - 1);
  expect(readGreeting(line)).toEqual(greeting);
  for (const other of ["", "null", "[]", "{}", `{"tacklebox":1}`, `{"tacklebox":{"profile":1,"version":""}}`])
    expect(readGreeting(other)).toBeUndefined();
});

it("understands its own welcomes, those of versions that say less, and none of others", () => {
  const about = {
    pid: 1,
    version: "1.0.0",
    url: "http://127.0.0.1:4747/mcp",
    needsToken: true,
  };
  expect(readWelcome(welcomeLine({ about }))).toEqual({ kind: "ok", about });
  expect(readWelcome(`{"ok":true}`)).toEqual({ kind: "ok", about: {} });
  const error = { code: "not-found", message: "There is no profile 'x'" } as const;
  expect(readWelcome(welcomeLine({ error }))).toEqual({ kind: "error", error });
  expect(readWelcome(`{"ok":false,"error":{"code":"new","message":"why"}}`)).toEqual({
    kind: "error",
    error: { code: "protocol", message: "why" },
  });
  for (const other of ["", "{}", `{"ok":1}`, `{"error":{}}`]) expect(readWelcome(other)).toBeUndefined();
});

it("tells how servers are to who wants only that, and leaves out what it does not understand", () => {
  const greeting = { profile: "default", version: "1.0.0", wants: "status" } as const;
  expect(readGreeting(greetingLine(greeting))).toEqual(greeting);
  const about = { pid: 1, version: "1.0.0", url: "", needsToken: false };
  const status = {
    name: "one",
    state: "failed",
    reason: "it ended",
    hint: undefined,
    since: 5,
    era: "legacy",
    protocolVersion: "2025-11-25",
    tools: 3,
    restarts: 0,
  } as const;
  const line = welcomeLine({ about, servers: [status], remarks: ["one is hidden"] });
  expect(readWelcome(line)).toEqual({
    kind: "ok",
    about,
    servers: [status],
    remarks: ["one is hidden"],
  });
  const odd = JSON.stringify({
    ok: true,
    servers: [1, {}, { name: "x", state: "dancing" }, { name: "y", state: "idle" }],
  });
  expect(readWelcome(odd)).toMatchObject({ servers: [{ name: "y", state: "idle", tools: 0 }] });
  expect(readWelcome(welcomeLine({ about }))).toEqual({ kind: "ok", about });
});
