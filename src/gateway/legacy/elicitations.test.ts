import { expect, it } from "vitest";
import { RpcError } from "../../util/rpc-error.ts";
import { Elicitations } from "./elicitations.ts";

const page = (elicitationId: unknown) => ({ mode: "url", url: "https://example.com/", elicitationId });

it("knows the pages that were asked for in a question", () => {
  const asked = new Elicitations();
  asked.noteQuestion("elicitation/create", page("one"));
  asked.noteQuestion("elicitation/create", { ...page("a form"), mode: "form" });
  asked.noteQuestion("sampling/createMessage", page("no question for a person"));
  expect(["one", "a form", "no question for a person", "undefined"].filter((id) => asked.has(id))).toEqual([
    "one",
  ]);
});

it("knows the pages that an error asks for, whatever else it has", () => {
  const asked = new Elicitations();
  const elicitations = [page("one"), null, page(7), "x", page("two"), page("x".repeat(5000))];
  asked.noteError(new RpcError(-32042, "first sign in", { elicitations }));
  asked.noteError(new RpcError(-32042, "says nothing"));
  asked.noteError(new RpcError(-32042, "makes no sense", { elicitations: "three" }));
  asked.noteError(new RpcError(-32603, "another error", { elicitations: [page("four")] }));
  expect(["one", "two", "three", "four", "7"].filter((id) => asked.has(id))).toEqual(["one", "two"]);
});

it("forgets the oldest where there are too many", () => {
  const asked = new Elicitations();
  for (let number = 0; number <= 100; number++)
    asked.noteQuestion("elicitation/create", page(String(number)));
  expect([asked.has("0"), asked.has("1"), asked.has("100")]).toEqual([false, true, true]);
});
