import { describe, expect, it } from "vitest";
import { LISTEN } from "../modern/listen.ts";
import { notificationMessage, readMessage, resultMessage, type RequestId } from "../protocol/message.ts";
import { ClientMemory, type Verdict } from "./client-memory.ts";

interface Said {
  readonly id?: RequestId;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

class Talk {
  readonly memory = new ClientMemory();

  client(message: Readonly<Record<string, unknown>>): boolean {
    return this.memory.noteClient(readMessage({ jsonrpc: "2.0", ...message }));
  }

  gateway(text: string): Verdict {
    return this.memory.noteGateway(Buffer.from(`${text}\n`));
  }

  introduce(): this {
    this.client({ id: "hello", method: "initialize", params: { protocolVersion: "2025-11-25" } });
    expect(this.gateway(resultMessage("hello", "{}"))).toBe("pass");
    this.client({ method: "notifications/initialized" });
    return this;
  }

  lose(): Said[] {
    return this.memory.lose().map((line) => JSON.parse(line) as Said);
  }

  replay(): Said[] {
    return this.memory.replay().map((line) => JSON.parse(line) as Said);
  }
}

describe("what is open when the gateway ends", () => {
  it("is answered with an error: only what had no answer, was not cancelled and was said", () => {
    const talk = new Talk().introduce();
    for (const id of [1, "1", 2, 3, 4]) talk.client({ id, method: "tools/call", params: {} });
    talk.gateway(resultMessage(2, "{}"));
    talk.client({ method: "notifications/cancelled", params: { requestId: 3 } });
    talk.memory.takeBack(readMessage({ jsonrpc: "2.0", id: 4, method: "tools/call" }));
    expect(talk.memory.awaited).toBe(2);
    const lost = talk.lose();
    expect(lost.map(({ id }) => id)).toEqual([1, "1"]);
    expect(lost[0]?.error?.message).toContain("The gateway ended before it answered");
    expect(talk.lose()).toEqual([]);
  });

  it("is nothing more of a batch that was answered in one line", () => {
    const talk = new Talk().introduce();
    for (const id of [1, "two", 3]) talk.client({ id, method: "tools/call", params: {} });
    expect(talk.gateway(`[${resultMessage(1, "{}")},${resultMessage("two", "{}")}]`)).toBe("pass");
    expect(talk.memory.awaited).toBe(1);
    expect(talk.memory.lose()).toHaveLength(1);
  });

  it("is taken back of the client where the gateway asked, and a late answer goes nowhere", () => {
    const talk = new Talk().introduce();
    talk.gateway(JSON.stringify({ jsonrpc: "2.0", id: 5, method: "roots/list" }));
    expect(talk.lose()).toMatchObject([{ method: "notifications/cancelled", params: { requestId: 5 } }]);
    expect(talk.client({ id: 5, result: {} })).toBe(false);
  });

  it("is told to the gateway that asked while it is there", () => {
    const talk = new Talk().introduce();
    talk.gateway(JSON.stringify({ jsonrpc: "2.0", id: 5, method: "roots/list" }));
    expect(talk.client({ id: 5, result: {} })).toBe(true);
  });

  it("counts subscriptions among what ends, not among what is waited for", () => {
    const talk = new Talk();
    talk.client({ id: 1, method: LISTEN, params: {} });
    expect(talk.memory.awaited).toBe(0);
    expect(talk.lose().map(({ id }) => id)).toEqual([1]);
  });
});

describe("what the next gateway is told", () => {
  it("is nothing of a client that says all it is with each request", () => {
    const talk = new Talk();
    talk.client({ id: 1, method: "tools/list", params: { _meta: {} } });
    expect(talk.replay()).toEqual([]);
  });

  it("is who the client is, what it wants to hear and what it watches; the answers stay here", () => {
    const talk = new Talk().introduce();
    talk.client({ id: 1, method: "logging/setLevel", params: { level: "info" } });
    talk.client({ id: 2, method: "logging/setLevel", params: { level: "error" } });
    for (const [id, uri] of ["a:", "b:"].entries())
      talk.client({ id, method: "resources/subscribe", params: { uri } });
    talk.client({ id: 9, method: "resources/unsubscribe", params: { uri: "a:" } });
    talk.lose();
    const said = talk.replay();
    expect(said.map(({ method, params }) => [method, params])).toEqual([
      ["initialize", { protocolVersion: "2025-11-25" }],
      ["notifications/initialized", {}],
      ["logging/setLevel", { level: "error" }],
      ["resources/subscribe", { uri: "b:" }],
    ]);
    const verdicts = said.flatMap(({ id }) =>
      id === undefined ? [] : [talk.gateway(resultMessage(id, "{}"))],
    );
    expect(verdicts).toEqual(["introduced", "drop", "drop"]);
    expect(talk.gateway(notificationMessage("notifications/message", {}))).toBe("pass");
    expect(talk.lose()).toEqual([]);
  });

  it("is the client's own introduction where that was never answered", () => {
    const talk = new Talk();
    talk.client({ id: "hello", method: "initialize", params: {} });
    expect(talk.lose()).toEqual([]);
    expect(talk.replay()).toMatchObject([{ id: "hello", method: "initialize" }]);
    expect(talk.memory.awaited).toBe(1);
    expect(talk.gateway(resultMessage("hello", "{}"))).toBe("pass");
    talk.lose();
    expect(talk.replay()[0]?.id).not.toBe("hello");
  });

  it("is the first introduction, also when a second was refused", () => {
    const talk = new Talk().introduce();
    talk.client({ id: 2, method: "initialize", params: { protocolVersion: "other" } });
    talk.gateway('{"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"already"}}');
    expect(talk.replay()[0]?.params).toEqual({ protocolVersion: "2025-11-25" });
  });
});
