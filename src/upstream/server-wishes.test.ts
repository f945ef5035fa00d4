import { expect, it } from "vitest";
import { ServerWishes } from "./server-wishes.ts";

const URI = "test://one";

it("keeps a wish until everybody who made it has taken it back", () => {
  const wishes = new ServerWishes();
  const wish = { uri: URI, session: undefined };
  wishes.watch(wish);
  wishes.watch(wish);
  expect([...wishes.watched()]).toEqual([wish, wish]);
  expect([wishes.unwatch(wish), [...wishes.watched()]]).toEqual([true, [wish]]);
  expect([wishes.unwatch(wish), [...wishes.watched()]]).toEqual([true, []]);
  expect(wishes.unwatch(wish)).toBe(false);
});

it("tells the wishes of sessions apart, and forgets those of one that has ended", () => {
  const wishes = new ServerWishes();
  wishes.watch({ uri: URI, session: "a" });
  wishes.watch({ uri: URI, session: "b" });
  wishes.setLogLevel("debug", "a");
  wishes.endSession("a");
  expect([...wishes.watched()]).toEqual([{ uri: URI, session: "b" }]);
  expect([...wishes.logLevels]).toEqual([]);
});

it("gives the levels of log messages in the order in which they were last chosen", () => {
  const wishes = new ServerWishes();
  wishes.setLogLevel("debug", "a");
  wishes.setLogLevel("error", "b");
  wishes.setLogLevel("info", "a");
  expect([...wishes.logLevels]).toEqual([
    ["b", "error"],
    ["a", "info"],
  ]);
});
