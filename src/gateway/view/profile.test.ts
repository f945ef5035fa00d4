import { expect, it } from "vitest";
import type { JsonObject } from "../../types.ts";
import { openGateway } from "../fixtures/open-gateway.ts";
import { scriptedServer } from "../fixtures/scripted-server.ts";

const library = scriptedServer(
  "library",
  {
    "tools/list": () => ({ tools: [{ name: "lend", inputSchema: { type: "object" } }] }),
    "resources/list": () => ({
      resources: [
        { uri: "docs://public", name: "public" },
        { uri: "notes://private", name: "private" },
      ],
    }),
    "resources/templates/list": () => ({
      resourceTemplates: [
        { uriTemplate: "docs://{page}", name: "page" },
        { uriTemplate: "notes://{id}", name: "note" },
      ],
    }),
    "resources/read": ({ uri }) => ({ contents: [{ uri, text: "read" }] }),
    "resources/subscribe": () => ({}),
    "prompts/list": () => ({ prompts: [{ name: "summarise" }, { name: "gossip" }] }),
    "prompts/get": () => ({ messages: [] }),
    "completion/complete": () => ({ completion: { values: ["one"] } }),
  },
  { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {} },
);

const itemsIn = (result: JsonObject = {}, list: string) =>
  (result[list] ?? []) as readonly Record<string, string>[];

const settings = {
  profiles: {
    all: {},
    tools: { tools: ["lend"] },
    docs: { tools: ["lend"], resources: ["docs://*"], prompts: ["summarise"] },
  },
};

/** What a client of a profile gets to see, and whether it can use what it did not. */
async function offerOf(profile: string) {
  const { connect } = await openGateway({ servers: [library], settings });
  const client = await connect(profile);
  const listed = async (method: string, list: string, key: string) =>
    itemsIn((await client.ask(method)).result, list).map((item) => item[key]);
  const works = async (method: string, params: Record<string, unknown>) =>
    (await client.ask(method, params)).error === undefined;
  const uses = async (uri: string, template: string, prompt: string) => ({
    read: await works("resources/read", { uri }),
    subscribe: await works("resources/subscribe", { uri }),
    complete: await works("completion/complete", {
      ref: { type: "ref/resource", uri: template },
      argument: { name: "page", value: "o" },
    }),
    get: await works("prompts/get", { name: prompt }),
    completePrompt: await works("completion/complete", {
      ref: { type: "ref/prompt", name: prompt },
      argument: { name: "page", value: "o" },
    }),
  });
  return {
    resources: await listed("resources/list", "resources", "uri"),
    templates: await listed("resources/templates/list", "resourceTemplates", "uriTemplate"),
    prompts: await listed("prompts/list", "prompts", "name"),
    docs: await uses("docs://other", "docs://{page}", "mcp__library__summarise"),
    notes: await uses("notes://private", "notes://{id}", "mcp__library__gossip"),
  };
}

const YES = { read: true, subscribe: true, complete: true, get: true, completePrompt: true };
const NO = { read: false, subscribe: false, complete: false, get: false, completePrompt: false };

it("shows resources and prompts where a profile names no tools", async () => {
  expect(await offerOf("all")).toMatchObject({ docs: YES, notes: YES });
});

it("shows neither where a profile names tools and nothing else", async () => {
  expect(await offerOf("tools")).toEqual({ resources: [], templates: [], prompts: [], docs: NO, notes: NO });
});

it("shows those that a profile names, and lets no others be read, watched, filled in or completed", async () => {
  expect(await offerOf("docs")).toEqual({
    resources: ["docs://public"],
    templates: ["docs://{page}"],
    prompts: ["mcp__library__summarise"],
    docs: YES,
    notes: NO,
  });
});
