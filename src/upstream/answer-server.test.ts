import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CallClient, JsonObject, ServerQuestion } from "../types.ts";
import { RpcError } from "../util/rpc-error.ts";
import { answerServer } from "./answer-server.ts";
import { Flights } from "./flights.ts";

const UNCLEAR = "It cannot be told which client";

let flights: Flights;
let replies: Record<string, unknown>[];
let remarks: string[];
let nextId: number;
beforeEach(() => {
  flights = new Flights();
  replies = [];
  remarks = [];
  nextId = 1;
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server behind a pipe, as far as its questions go. */
function server(owner?: () => CallClient | undefined) {
  const answers = answerServer({
    flights,
    owner,
    send: (message: JSONRPCMessage) => Promise.resolve(void replies.push({ ...message })),
    onRemark: (remark) => remarks.push(remark),
  });
  return {
    ...answers,
    ask(method = "elicitation/create"): number {
      const id = nextId++;
      answers.received({ jsonrpc: "2.0", id, method, params: { message: "Who are you?" } });
      return id;
    },
    withdraw(requestId: number): void {
      const params = { requestId };
      answers.received({ jsonrpc: "2.0", method: "notifications/cancelled", params });
    },
  };
}

interface TestClient extends CallClient {
  readonly asked: ServerQuestion[];
}

function client(
  id: string,
  answer: (question: ServerQuestion) => Promise<JsonObject> = () => Promise.resolve({ name: id }),
): TestClient {
  const asked: ServerQuestion[] = [];
  return {
    id,
    info: undefined,
    capabilities: { elicitation: {}, roots: {} },
    logLevel: undefined,
    asked,
    ask: (question) => {
      asked.push(question);
      return answer(question);
    },
    log: () => undefined,
  };
}

const never = (): Promise<JsonObject> => new Promise(() => undefined);
const replyTo = (id: number) => replies.find((reply) => reply["id"] === id);
const answered = (id: number, name: string) =>
  vi.waitFor(() => expect(replyTo(id)).toMatchObject({ result: { name } }));
const refused = (id: number, message: string) =>
  vi.waitFor(() =>
    expect(replyTo(id)).toMatchObject({ error: { message: expect.stringContaining(message) } }),
  );
/** Everything that was going to happen has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("a question that comes while calls of several clients are under way", () => {
  it("waits until the server has answered the others' calls, and goes to the one that is left", async () => {
    const [anna, bert] = [client("anna"), client("bert")];
    const annas = flights.begin(anna);
    flights.begin(bert);
    const id = server().ask();
    await settled();
    expect(replies).toEqual([]);
    annas.end();
    await answered(id, "bert");
    expect(anna.asked).toEqual([]);
  });

  it("is not for a call that began after it came", async () => {
    const [anna, bert, carl] = [client("anna"), client("bert"), client("carl")];
    const annas = flights.begin(anna);
    flights.begin(bert);
    const id = server().ask();
    flights.begin(carl);
    annas.end();
    await answered(id, "bert");
    expect(carl.asked).toEqual([]);
  });

  it("is refused, with the setting that helps, when another's call is given up: that may be the one that asked", async () => {
    const [anna, bert] = [client("anna"), client("bert")];
    const annas = flights.begin(anna);
    const berts = flights.begin(bert);
    const id = server().ask();
    annas.abandon();
    annas.end();
    await refused(id, UNCLEAR);
    await refused(id, `"isolation": "session"`);
    expect(remarks.join()).toContain(`"isolation": "session"`);
    annas.forget();
    berts.end();
    expect([anna.asked, bert.asked]).toEqual([[], []]);
  });

  it("is refused when one of them was given up just before it came", async () => {
    const [anna, bert] = [client("anna"), client("bert")];
    const annas = flights.begin(anna);
    flights.begin(bert);
    annas.abandon();
    annas.end();
    await refused(server().ask(), UNCLEAR);
    expect(bert.asked).toEqual([]);
  });

  it("is forgotten when the server answers all of them without it", async () => {
    const [anna, bert] = [client("anna"), client("bert")];
    const both = [flights.begin(anna), flights.begin(anna), flights.begin(bert)];
    const asking = server();
    const id = asking.ask();
    for (const flight of both.toReversed()) flight.end();
    await settled();
    // Bert's call was answered first, so that it was put to Anna, whose calls are over now.
    expect(bert.asked).toEqual([]);
    expect(replyTo(id)).toBeUndefined();
  });

  it("is refused at last when nothing becomes clear", async () => {
    vi.useFakeTimers();
    flights.begin(client("anna"));
    flights.begin(client("bert"));
    const id = server().ask();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(replyTo(id)).toMatchObject({ error: { message: expect.stringContaining(UNCLEAR) } });
  });

  it("is forgotten without a word when the server withdraws it", async () => {
    const [anna, bert] = [client("anna"), client("bert")];
    const annas = flights.begin(anna);
    flights.begin(bert);
    const asking = server();
    asking.withdraw(asking.ask());
    annas.end();
    await settled();
    expect([replies, remarks, bert.asked]).toEqual([[], [], []]);
  });

  it("is answered with no roots where it asks for roots and stays unclear", async () => {
    const annas = flights.begin(client("anna"));
    flights.begin(client("bert"));
    const id = server().ask("roots/list");
    annas.abandon();
    annas.end();
    await vi.waitFor(() => expect(replyTo(id)).toMatchObject({ result: { roots: [] } }));
  });
});

describe("calls that all wait for answers", () => {
  it("do not wait for each other: the latest question is refused, and the end of its call makes the first clear", async () => {
    const [anna, bert] = [client("anna"), client("bert")];
    flights.begin(anna);
    const berts = flights.begin(bert);
    const asking = server();
    const [first, second] = [asking.ask(), asking.ask()];
    await refused(second, UNCLEAR);
    expect(replyTo(first)).toBeUndefined();
    berts.end();
    await answered(first, "anna");
    expect(bert.asked).toEqual([]);
  });
});

describe("a server that does not keep its questions within its calls", () => {
  it.each([
    {
      what: "asked when no call was under way",
      misbehave: (asking: ReturnType<typeof server>) => void asking.ask(),
    },
    {
      what: "answered a call whose question was open",
      misbehave: (asking: ReturnType<typeof server>) => {
        const flight = flights.begin(client("carl", never));
        asking.ask();
        flight.end();
      },
    },
  ])("because it $what gets no answers from whoever is left", async ({ misbehave }) => {
    const asking = server();
    misbehave(asking);
    await settled();
    const bert = client("bert");
    const annas = flights.begin(client("anna"));
    flights.begin(bert);
    const id = asking.ask();
    await refused(id, UNCLEAR);
    annas.end();
    await settled();
    expect(bert.asked).toEqual([]);
  });

  it("may ask for roots at any time", async () => {
    const asking = server();
    asking.ask("roots/list");
    const bert = client("bert");
    const annas = flights.begin(client("anna"));
    flights.begin(bert);
    const id = asking.ask();
    annas.end();
    await answered(id, "bert");
    expect(bert.asked).toHaveLength(1);
  });
});

describe("a question to a client with several calls", () => {
  it("is asked again by another when the one by which it was asked is over", async () => {
    const { promise: over, reject } = Promise.withResolvers<JsonObject>();
    const [early, late] = [client("anna"), client("anna", () => over)];
    flights.begin(early);
    const flight = flights.begin(late);
    const id = server().ask();
    await vi.waitFor(() => expect(late.asked).toHaveLength(1));
    flight.end();
    reject(new RpcError(-32603, "over"));
    await answered(id, "anna");
    expect(early.asked).toHaveLength(1);
  });

  it("is asked once when the client says no", async () => {
    const no = () => Promise.reject(new RpcError(-1, "no"));
    const [early, late] = [client("anna"), client("anna", no)];
    flights.begin(early);
    flights.begin(late);
    await refused(server().ask(), "no");
    expect(early.asked).toEqual([]);
  });

  it("goes by one of those that can show it", async () => {
    const mute = { ...client("anna"), capabilities: {} };
    const able = client("anna");
    flights.begin(able);
    flights.begin(mute);
    await answered(server().ask(), "anna");
    expect([able.asked.length, mute.asked.length]).toEqual([1, 0]);
  });
});

describe("a connection that one client has for itself", () => {
  it("asks that client, in a call or not", async () => {
    const owner = client("anna");
    const asking = server(() => owner);
    await answered(asking.ask(), "anna");
    await answered(asking.ask("roots/list"), "anna");
    const within = client("anna");
    flights.begin(within);
    await answered(asking.ask(), "anna");
    expect([owner.asked.length, within.asked.length]).toEqual([2, 1]);
  });

  it("says when everything is answered, and forgets what is open when it ends", async () => {
    const { promise, resolve } = Promise.withResolvers<JsonObject>();
    const owner = client("anna", () => promise);
    const asking = server(() => owner);
    expect(await asking.whenAnswered()).toBe(false);
    asking.ask("roots/list");
    const all = asking.whenAnswered().then((hasAnswers) => ({ hasAnswers, replies: replies.length }));
    resolve({ roots: [] });
    expect(await all).toEqual({ hasAnswers: true, replies: 1 });
    const patient = client("anna", never);
    const other = server(() => patient);
    other.ask();
    other.end();
    expect(patient.asked[0]?.signal.aborted).toBe(true);
  });
});
