import { expect, it } from "vitest";
import { Conversation } from "./conversation.ts";
import { HeldConversations, type HeldFor, type HeldLimits } from "./held-conversations.ts";

const requestOf = (client: string): HeldFor => ({
  principal: client,
  client,
  endpoint: "default",
  method: "tools/call",
  params: {},
});

/** Holds new conversations for clients, and resumes them. */
function house(limits: HeldLimits) {
  const held = new HeldConversations(limits);
  return {
    held,
    hold: (client: string): string =>
      held.hold(
        new Conversation({ clientId: client, info: undefined, capabilities: {}, logLevel: undefined }),
        requestOf(client),
      ),
    resume: (client: string, state: string) => held.resume(state, requestOf(client)),
  };
}

it("lets one client have so many and no more, says so, and has room for another", () => {
  let refusals = 0;
  const { held, hold, resume } = house({ most: 10, mostOfOne: 2, onRefused: () => refusals++ });
  const [first] = [hold("a"), hold("a")];
  expect(() => hold("a")).toThrow(/2 requests of this client wait for its answers already/);
  expect(refusals).toBe(1);
  hold("b");
  resume("a", first);
  hold("a");
  expect(held.size).toBe(3);
  held.close();
  expect(held.size).toBe(0);
});

it("stops a conversation that it cannot hold", () => {
  const { held, hold } = house({ mostOfOne: 1 });
  hold("a");
  const conversation = new Conversation({
    clientId: "a",
    info: undefined,
    capabilities: {},
    logLevel: undefined,
  });
  expect(() => held.hold(conversation, requestOf("a"))).toThrow(/answer some of them first/);
  expect(conversation.signal.aborted).toBe(true);
  held.close();
});

it("when it is full gives up the oldest of whoever has most for one with less, and nobody's for one with more", () => {
  const { held, hold, resume } = house({ most: 4, mostOfOne: 4 });
  const [oldest, next] = [hold("a"), hold("a"), hold("a"), hold("b")];
  expect(() => hold("a")).toThrow(/3 requests of this client/);
  hold("c");
  expect(held.size).toBe(4);
  expect(() => resume("a", oldest)).toThrow(/is over/);
  expect(resume("a", next)).toBeDefined();
  held.close();
});

it("keeps no count of a client that has nothing left", () => {
  const { held, hold, resume } = house({ mostOfOne: 1 });
  for (let count = 0; count < 5; count++) resume("a", hold("a"));
  hold("a");
  held.expel(() => false);
  hold("a");
  expect(held.size).toBe(1);
  held.close();
});
