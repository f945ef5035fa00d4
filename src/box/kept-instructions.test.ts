import { expect, it, onTestFinished } from "vitest";
import { defineServer } from "../servers/define-server.ts";
import { tool } from "../servers/tool.ts";
import { temporaryFolder } from "../util/fixtures/folder.ts";
import { createBox } from "./create-box.ts";

it("what a server said of itself is known also when it is no longer connected", async () => {
  const home = temporaryFolder();
  const list = tool({ description: "Looks for packages.", run: () => "" });
  const instructions = "Datasets of the government.";
  const box = await createBox({
    env: { HOME: home },
    cwd: home,
    servers: [defineServer("datagov", { list }, { instructions })],
  });
  onTestFinished(() => box.stop());
  await box.start();
  expect(box.upstream("datagov").instructions).toBe(instructions);
  await box.server("datagov").disconnect();
  expect(box.upstream("datagov").instructions).toBe(instructions);
});
