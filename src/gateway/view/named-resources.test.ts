import { expect, it } from "vitest";
import { EventHub, type BoxEvents } from "../../box/events.ts";
import { NamedResources } from "./named-resources.ts";

const hub = (): EventHub =>
  new EventHub((error) => {
    throw error;
  });

function ended(
  session: string | undefined,
  server: string,
  content: readonly unknown[],
): BoxEvents["call-end"] {
  const caller = { kind: "client", name: "c", ...(session === undefined ? undefined : { session }) };
  return { request: { caller }, result: { server, content } } as unknown as BoxEvents["call-end"];
}

it("knows for each session which server's result last named an address", () => {
  const events = hub();
  const named = new NamedResources(events);
  const link = { type: "resource_link", uri: "a:1" };
  events.emit("call-end", ended("one", "s1", [{ type: "text", text: "a:1" }, link]));
  events.emit("call-end", ended("two", "s2", [{ type: "resource", resource: { uri: "a:1" } }]));
  expect([named.get("one", "a:1"), named.get("two", "a:1"), named.get("three", "a:1")]).toEqual([
    "s1",
    "s2",
    undefined,
  ]);
  events.emit("call-end", ended("one", "s3", [link]));
  expect(named.get("one", "a:1")).toBe("s3");
});

it("keeps nothing of results that make no sense, of long addresses, and of callers without a session", () => {
  const events = hub();
  const named = new NamedResources(events);
  const long = "a:".padEnd(5000, "x");
  const content = [
    { type: "resource_link" },
    { type: "resource_link", uri: 7 },
    { type: "resource", resource: null },
    { type: "resource_link", uri: long },
  ];
  events.emit("call-end", ended("one", "s1", content));
  events.emit("call-end", ended(undefined, "s1", [{ type: "resource_link", uri: "a:1" }]));
  expect([named.get("one", long), named.get(undefined, "a:1"), named.get("undefined", "a:1")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it("forgets the oldest where there are too many", () => {
  const named = new NamedResources(hub());
  for (let number = 0; number <= 5000; number++) named.note("one", `a:${number}`, "s1");
  expect([named.get("one", "a:0"), named.get("one", "a:1"), named.get("one", "a:5000")]).toEqual([
    undefined,
    "s1",
    "s1",
  ]);
});
