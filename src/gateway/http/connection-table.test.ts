import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ConnectionTable } from "./connection-table.ts";

const PLACES = 3;
let server: Server;
let table: ConnectionTable;
/** As the server has them, in the order of their coming. */
let accepted: Socket[];
let clients: Socket[];

beforeEach(async () => {
  table = new ConnectionTable(PLACES);
  accepted = [];
  clients = [];
  server = createServer((socket) => {
    socket.on("error", () => undefined).resume();
    accepted.push(socket);
    if (!table.admit(socket)) socket.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterEach(async () => {
  for (const client of clients) client.destroy();
  const closed = once(server, "close");
  server.close();
  await closed;
});

async function come(from = "127.0.0.1"): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: "127.0.0.1", localAddress: from });
  client.on("error", () => undefined).resume();
  clients.push(client);
  const before = accepted.length;
  await vi.waitFor(() => expect(accepted.length).toBe(before + 1));
  return client;
}

const isGone = (client: Socket): Promise<void> => vi.waitFor(() => expect(client.closed).toBe(true));
const socketOf = (place: number): Socket => accepted[place] ?? expect.fail("nobody came");

describe("when all places are taken", () => {
  it("whoever was idle the longest makes room", async () => {
    const [first, second] = [await come(), await come(), await come()];
    table.begin(socketOf(0));
    table.rest(socketOf(0));
    const fourth = await come();
    await isGone(second);
    expect([first.closed, fourth.closed, table.size]).toEqual([false, false, PLACES]);
  });

  it("nobody makes room on whose connection something is answered", async () => {
    const first = await come();
    const others = [await come(), await come()];
    for (const place of [0, 1, 2]) table.begin(socketOf(place));
    await isGone(await come());
    expect(first.closed).toBe(false);
    table.rest(socketOf(2));
    const last = await come();
    await isGone(others[1] ?? last);
    expect([last.closed, table.size]).toEqual([false, PLACES]);
  });

  it("somebody with few takes from somebody with many, and not the other way round", async () => {
    const many = [await come(), await come(), await come()];
    const other = await come("127.0.0.2");
    await isGone(many[0] ?? other);
    const more = await come();
    await isGone(many[1] ?? more);
    expect([other.closed, more.closed]).toEqual([false, false]);
  });
});

it("a place is free again when its connection is over", async () => {
  const first = await come();
  first.destroy();
  await vi.waitFor(() => expect(table.size).toBe(0));
});
