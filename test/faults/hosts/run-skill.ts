/** A small host for tests that kill it: calls a skill that never ends, says when that runs, and waits. */
import { createBox } from "../../../src/box/create-box.ts";

const [home = ""] = process.argv.slice(2);
const box = await createBox({ discover: true, env: { HOME: home, PATH: process.env["PATH"] }, cwd: home });
box.on("server-stderr", ({ line }) => console.log(line));
await box.start();
await box.call({ server: "stuck", tool: "stay" }, {});
