import { encode } from "gpt-tokenizer";
import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import type { Box } from "../../box/box.ts";
import { createBox } from "../../box/create-box.ts";
import { defineServer } from "../../servers/define-server.ts";
import { tool } from "../../servers/tool.ts";
import type { Exposure } from "../../types.ts";
import { temporaryFolder } from "../../util/fixtures/folder.ts";
import type { ClientRequest } from "../protocol/client-request.ts";
import { View } from "../view/view.ts";

interface Opened {
  readonly box: Box;
  readonly view: View;
}

/** An endpoint over so many servers of three tools each, and some entries of the configuration. */
async function open(
  expose: Exposure,
  servers: number,
  { mcpServers = {}, excludeTools = [] }: { mcpServers?: object; excludeTools?: readonly string[] } = {},
): Promise<Opened> {
  const home = temporaryFolder();
  const box = await createBox({
    env: { HOME: home, PATH: process.env["PATH"] },
    cwd: home,
    servers: Array.from({ length: servers }, (_, number) => manyTools(number)),
    mcpServers: { ...mcpServers },
  });
  onTestFinished(() => box.stop());
  await box.start();
  const profile = {
    name: "test",
    description: undefined,
    servers: undefined,
    tools: undefined,
    excludeTools,
    resources: undefined,
    prompts: undefined,
    naming: undefined,
    expose,
  };
  return { box, view: new View(box, () => profile) };
}

function manyTools(number: number) {
  const input = z.object({
    query: z.string().describe("What to look for, in the words that the service itself uses"),
    count: z.number().optional(),
  });
  const run = (): string => "";
  const description = `Looks for all documents of department ${number} that have to do with a word`;
  return defineServer(
    `department-${number}`,
    {
      search_documents: tool({ description, input, run }),
      read_document: tool({ description, input, run }),
      list_departments: tool({ description, input, run }),
    },
    {
      instructions: `The archive of department ${number}, with all of its letters, plans and reports. And more.`,
    },
  );
}

function tokensOf({ view }: Opened): number {
  return encode(JSON.stringify(view.items("tools"))).length + encode(view.instructions ?? "").length;
}

function descriptionOf({ view }: Opened, name: string): string {
  return String(view.ownTool(name)?.definition["description"]);
}

describe.each([
  ["search", "search_tools", "department-"],
  ["code", "run_code", "Department"],
] as const)("the tools that stand for others with expose: %s", (expose, name, prefix) => {
  it.each([4, 10, 25, 60, 300])("cost less than 700 tokens with %d servers", async (servers) => {
    expect(tokensOf(await open(expose, servers))).toBeLessThan(700);
  });

  it("name every server, once, and say less of each where there are many", async () => {
    const few = await open(expose, 4);
    expect(descriptionOf(few, name)).toContain("archive of department 3");
    const many = await open(expose, 60);
    for (let number = 0; number < 60; number++)
      expect(descriptionOf(many, name)).toMatch(new RegExp(`${prefix}${number}(?:MCP)?\\b`));
    expect(many.view.instructions).not.toContain(prefix);
    expect(descriptionOf(await open(expose, 300), name)).toMatch(/and \d+ more: list_servers$/);
  });
});

it("puts all signatures into run_code where they are few", async () => {
  const opened = await open("code", 1);
  expect(descriptionOf(opened, "run_code")).toContain(
    "search_documents({ query: string, count?: number }) // Looks for all documents",
  );
  expect(tokensOf(opened)).toBeLessThan(700);
});

it.each(["search", "code"] as const)(
  "names no tool that the endpoint does not show, with expose: %s",
  async (expose) => {
    const { view } = await open(expose, expose === "code" ? 1 : 4, { excludeTools: ["read_*"] });
    expect(JSON.stringify(view.items("tools"))).toContain("search_documents");
    expect(JSON.stringify(view.items("tools"))).not.toContain("read_document");
  },
);

it("gives the servers that cannot be used as data too", async () => {
  const { box, view } = await open("search", 4, { mcpServers: { away: { command: "/no/such/program" } } });
  const request = {
    era: "modern",
    method: "tools/call",
    params: {},
    view,
    caller: { kind: "client", name: "test" },
    client: undefined,
    signal: new AbortController().signal,
    onProgress: undefined,
    started: { isOver: true },
    tracer: undefined,
  } as unknown as ClientRequest;
  const answer = await view.ownTool("search_tools")?.run({ query: "away" }, request, box);
  expect(answer).toMatchObject({
    structuredContent: { unavailable: [{ server: "away", reason: expect.stringContaining("failed") }] },
  });
});
