/** A browser behind a server: many processes in groups of their own, and none of them may stay. */
import { existsSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { until } from "../faults/stdio-harness.ts";
import { listen, type RunningServer } from "../servers/http/listen.ts";
import {
  add,
  calling,
  commandLine,
  onBench,
  processesOf,
  programOf,
  textOf,
  type Call,
} from "./real-servers.ts";
import type { Bench } from "./tackle.ts";

const CHROMIUM = "/usr/bin/chromium";
const MISSING = `${CHROMIUM} is missing: install Debian's package 'chromium' to run the tests with a real browser`;
const PAGE = "<!doctype html><title>Bait shop</title><h1>Fresh worms</h1><button>Buy</button>";
if (!existsSync(CHROMIUM)) console.warn(MISSING); // the reporter hides why a test was skipped

let site: RunningServer;
beforeEach(async () => {
  site = await listen((_request, response) => response.setHeader("content-type", "text/html").end(PAGE));
});
afterEach(() => site.close());

it("opens a page with @playwright/mcp and reads it", ({ skip }) => {
  skip(!existsSync(CHROMIUM), MISSING);
  return withBrowser(async (call, bench) => {
    await visit(call);
    expect(browsersOf(bench).length).toBeGreaterThan(1);
  });
});

it("is not left with the browser of a server that was killed, and opens another", ({ skip }) => {
  skip(!existsSync(CHROMIUM), MISSING);
  return withBrowser(async (call, bench) => {
    await visit(call);
    const old = browsersOf(bench);
    const server = processesOf(bench).find((pid) => commandLine(pid).startsWith(process.execPath));
    if (server === undefined) throw new Error("the server's process was not found");
    process.kill(server, "SIGKILL");
    await until(() => old.every((pid) => commandLine(pid) === ""), 10_000, "the old browser is gone");
    await visit(call);
    expect(browsersOf(bench).filter((pid) => old.includes(pid))).toEqual([]);
  });
});

async function visit(call: Call): Promise<void> {
  expect(textOf(await call("browser_navigate", { url: site.origin }))).toContain("Page Title: Bait shop");
  const snapshot = textOf(await call("browser_snapshot", {}));
  expect(snapshot).toContain(`heading "Fresh worms"`);
  expect(snapshot).toContain(`button "Buy"`);
}

function withBrowser(work: (call: Call, bench: Bench) => Promise<void>): Promise<void> {
  return onBench(async (bench) => {
    const flags = ["--headless", "--isolated", "--no-sandbox", "--executable-path", CHROMIUM];
    // Its notes about pages go to the folder it runs in.
    const place = ["--cwd", bench.project];
    await add(
      bench,
      "browser",
      ...place,
      "--",
      ...programOf("@playwright/mcp"),
      "--browser",
      "chromium",
      ...flags,
    );
    await calling(bench, "browser", (call) => work(call, bench));
  });
}

function browsersOf(bench: Bench): number[] {
  return processesOf(bench).filter((pid) => /^\S*chrom/.test(commandLine(pid)));
}
