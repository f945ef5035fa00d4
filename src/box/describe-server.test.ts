import { expect, it, onTestFinished } from "vitest";
import { defineServer } from "../servers/define-server.ts";
import { tool } from "../servers/tool.ts";
import { temporaryFolder } from "../util/fixtures/folder.ts";
import { createBox } from "./create-box.ts";

it("tools are found by what their server said of itself, also when it is no longer connected", async () => {
  const home = temporaryFolder();
  const list = tool({ description: "Looks for packages.", run: () => "" });
  const box = await createBox({
    env: { HOME: home },
    cwd: home,
    servers: [
      defineServer("datagov", { list }, { instructions: "Datasets of the government." }),
      defineServer("registry", { list }, { instructions: "Modules that programs are made of." }),
    ],
  });
  onTestFinished(() => box.stop());
  await box.start();
  const found = async () => (await box.search("government")).results.map(({ server }) => server);
  expect(await found()).toEqual(["datagov"]);
  await box.server("datagov").disconnect();
  expect(await found()).toEqual(["datagov"]);
});
