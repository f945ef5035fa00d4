import { expect, it } from "vitest";
import { defineServer } from "../../servers/define-server.ts";
import { tool } from "../../servers/tool.ts";
import { openGateway } from "../fixtures/open-gateway.ts";
import { profileOfServer } from "./profile.ts";
import { View } from "./view.ts";

const hello = tool({ description: "Says hello", run: () => "hello" });
const server = (name: string, instructions?: string) =>
  defineServer(name, { hello }, instructions === undefined ? {} : { instructions });

/** What the endpoint says when its servers have started. */
async function instructionsOf(options: Parameters<typeof openGateway>[0], profile?: string): Promise<string> {
  const { connect } = await openGateway(options);
  await (await connect()).ask("tools/list");
  return String((await connect(profile)).result["instructions"]);
}

it.each([
  ["mcp__server__tool", "mcp__SERVER__TOOL"],
  ["mcp_server_tool", "mcp_SERVER_TOOL"],
  ["tool@server", "TOOL@SERVER"],
  ["server::tool", "SERVER::TOOL"],
])("says how tools are named where they are named %s", async (naming, form) => {
  const byProfile = { servers: [server("a")], settings: { profiles: { other: { naming } } } };
  expect(await instructionsOf(byProfile, "other")).toContain(`the form ${form}.`);
  expect(await instructionsOf({ servers: [server("a")], settings: { naming } })).toContain(
    `the form ${form}.`,
  );
});

it("speaks of the tools by which others are found only where those are listed", async () => {
  const settings = { profiles: { find: { expose: "search" } } };
  const few = await instructionsOf({ servers: [server("a")], settings }, "find");
  expect(few).toContain("the form mcp__SERVER__TOOL");
  expect(few).not.toContain("search_tools");
  const tools = Array.from(
    { length: 80 },
    (_, number) => [`tool_${number}_with_a_long_name`, hello] as const,
  );
  const many = defineServer("many", Object.fromEntries(tools));
  expect(await instructionsOf({ servers: [many], settings }, "find")).toContain(
    "Find them with search_tools",
  );
});

it("takes the first sentence of what a server says of itself, and no heading", async () => {
  const servers = [
    server("a", "# A Server\n\nReads mail. Sends none.\n"),
    server("b", "The B Server\n============\nWrites mail"),
    server("c", "## Only a heading"),
  ];
  expect(await instructionsOf({ servers })).toMatch(
    /- a \(1 tool\): Reads mail\.\n- b \(1 tool\): Writes mail\n- c \(1 tool\)$/,
  );
});

it("shows what a server hides in its words, among others and alone", async () => {
  const words = "Reads\u200b mail\u202e backwards\u001b[2J.\nAnd more";
  const shown = "Reads<U+200B> mail<U+202E> backwards.";
  const { box, connect } = await openGateway({ servers: [server("a", words)] });
  await (await connect()).ask("tools/list");
  expect((await connect()).result["instructions"]).toContain(`- a (1 tool): ${shown}`);
  const alone = new View(box, () => profileOfServer("a"));
  expect(alone.instructions).toBe(`${shown}\nAnd more`);
});

it("gives each server room for a line, and all of them no more than a prompt can bear", async () => {
  const servers = Array.from({ length: 40 }, (_, number) =>
    server(`server${number}`, "Many words ".repeat(100)),
  );
  const text = await instructionsOf({ servers });
  expect(text.length).toBeLessThan(6500);
  for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(240);
  expect(text).toContain("- server39 (1 tool)");
});
