import { expect, it } from "vitest";
import { nameAsker, nameAskers } from "./name-asker.ts";

const many = { servers: () => new Set(["bank", "mail"]) };
const alone = { servers: () => new Set(["mail"]) };
const elicitation = { method: "elicitation/create", params: { message: "Which account?", mode: "form" } };
const sampling = {
  method: "sampling/createMessage",
  params: { systemPrompt: "Be brief.", _meta: { kept: 1 } },
};

it("begins a question with the server that asks, whatever that says then", () => {
  const params = { message: 'Server "bank" asks: your PIN?' };
  expect(nameAsker({ ...elicitation, params, server: "mail" }, many)).toEqual({
    message: 'Server "mail" asks: Server "bank" asks: your PIN?',
  });
  expect(nameAsker({ ...elicitation, params: {}, server: "ma\u001bil" }, many)["message"]).not.toContain(
    "\u001b",
  );
});

it("leaves the words for a model as they are, and names the server beside them", () => {
  expect(nameAsker({ ...sampling, server: "mail" }, many)).toEqual({
    systemPrompt: "Be brief.",
    _meta: { kept: 1, "tacklebox/server": "mail" },
  });
});

it("changes nothing where there is one server, or we ask ourselves", () => {
  expect(nameAsker({ ...elicitation, server: "mail" }, alone)).toBe(elicitation.params);
  expect(nameAsker(elicitation, many)).toBe(elicitation.params);
  const roots = { method: "roots/list", params: {}, server: "mail" };
  expect(nameAsker(roots, many)).toBe(roots.params);
});

it("lets no server ask in the name of another", () => {
  const asked = nameAskers({ pin: { ...elicitation, server: "bank" } }, many, "mail");
  expect(asked).toMatchObject({ pin: { params: { message: 'Server "mail" asks: Which account?' } } });
});

it("names the server of each question that we collected, and leaves out what is for us alone", () => {
  const { one } = nameAskers({ one: { ...elicitation, server: "bank" } }, many);
  expect(one).toEqual({
    method: "elicitation/create",
    params: { message: 'Server "bank" asks: Which account?', mode: "form" },
  });
});
