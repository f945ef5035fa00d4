import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fetchText } from "./fetch-text.ts";

let server: Server;
let address: string;
beforeEach(async () => {
  server = createServer((request, response) => {
    switch (request.url) {
      case "/ok":
        return response.end("hello");
      case "/moved":
        return response.writeHead(302, { location: "/ok" }).end();
      case "/round":
        return response.writeHead(302, { location: "/round" }).end();
      case "/away":
        return response.writeHead(302, { location: "http://example.invalid/x" }).end();
      case "/big":
        return response.end(Buffer.alloc(1024 * 1024 + 1, 97));
      default:
        return response.writeHead(404).end("no");
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

it("returns the text, also after a redirect", async () => {
  expect(await fetchText(`${address}/ok`)).toBe("hello");
  expect(await fetchText(`${address}/moved`)).toBe("hello");
});

it.each([
  ["/missing", /404/],
  ["/round", /redirects more than 3 times/],
  ["/away", /not https/],
  ["/big", /more than 1048576 bytes/],
])("refuses %s", async (path, reason) => {
  await expect(fetchText(`${address}${path}`)).rejects.toMatchObject({
    code: "connection",
    message: expect.stringMatching(reason),
  });
});

it.each(["http://example.invalid/x", "http://127.0.0.1.example.invalid/"])(
  "does not ask %s in the clear",
  async (url) => {
    await expect(fetchText(url)).rejects.toMatchObject({ message: expect.stringContaining("not https") });
  },
);
