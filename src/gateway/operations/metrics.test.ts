import { onTestFinished, expect, it } from "vitest";
import { z } from "zod";
import { createBox } from "../../box/create-box.ts";
import { defineServer } from "../../servers/define-server.ts";
import { tool } from "../../servers/tool.ts";
import { temporaryFolder } from "../../util/fixtures/folder.ts";
import { labelOf, writeMetrics } from "./exposition.ts";
import { Histogram } from "./histogram.ts";
import { Metrics } from "./metrics.ts";

const SERVER = "demo";

async function watchedBox() {
  const say = tool({
    description: "Says it back",
    input: z.object({ text: z.string() }),
    run: ({ text }) => text,
  });
  const box = await createBox({
    servers: [defineServer(SERVER, { say })],
    env: { XDG_STATE_HOME: temporaryFolder() },
  });
  onTestFinished(() => box.stop());
  const metrics = new Metrics({
    box,
    version: "1.2.3",
    sessions: () => 2,
    heldConversations: () => 1,
    refusals: () => new Map([["requestsAtOnce", 3]]),
  });
  onTestFinished(() => metrics.close());
  await box.start();
  return { box, metrics };
}

/** Every line of the page as its own text and number; throws for a line that Prometheus would not take. */
function samplesIn(page: string): Map<string, number> {
  const samples = new Map<string, number>();
  for (const line of page.trimEnd().split("\n")) {
    if (/^# (HELP [a-z_]+ .+|TYPE [a-z_]+ (counter|gauge|histogram))$/.test(line)) continue;
    const match = /^([a-z_]+(?:\{(?:[a-z]+="(?:[^"\\\n]|\\["\\n])*",?)+\})?) (\S+)$/.exec(line);
    if (match === null) throw new Error(`not a sample: ${line}`);
    if (samples.has(match[1] ?? "")) throw new Error(`twice: ${line}`);
    samples.set(match[1] ?? "", Number(match[2]?.replace("+Inf", "Infinity")));
  }
  return samples;
}

it("counts calls by server, tool and outcome, and how long they took", async () => {
  const { box, metrics } = await watchedBox();
  const ref = { server: SERVER, tool: "say" };
  await box.call(ref, { text: "a" });
  await box.call(ref, { text: "b" });
  await box.call(ref, { text: 1 });
  await box.call("made up\nby somebody", {});
  const samples = samplesIn(metrics.text());
  const server = `server="${SERVER}"`;
  expect(samples.get(`tacklebox_calls_total{${server},tool="say",outcome="ok"}`)).toBe(2);
  expect(samples.get(`tacklebox_calls_total{${server},tool="say",outcome="invalid-arguments"}`)).toBe(1);
  expect(samples.get(`tacklebox_calls_total{server="other",tool="other",outcome="unknown-tool"}`)).toBe(1);
  expect(samples.get(`tacklebox_call_duration_seconds_count{${server}}`)).toBe(3);
  expect(samples.get(`tacklebox_call_duration_seconds_bucket{${server},le="+Inf"}`)).toBe(3);
  expect(samples.get("tacklebox_calls_in_flight")).toBe(0);
});

it("shows servers, clients and the process", async () => {
  const { metrics } = await watchedBox();
  metrics.countRequest({ route: "profile", status: 200, era: "modern" });
  metrics.countRequest({ route: "profile", status: 202, era: "modern" });
  metrics.countRequest({ route: "none", status: 404, era: undefined });
  metrics.text();
  const samples = samplesIn(metrics.text());
  const server = `server="${SERVER}"`;
  expect(samples.get(`tacklebox_server_state{${server},state="ready"}`)).toBe(1);
  expect(samples.get(`tacklebox_server_state{${server},state="failed"}`)).toBe(0);
  expect(samples.get(`tacklebox_http_requests_total{route="profile",status="2xx",era="modern"}`)).toBe(2);
  expect(samples.get(`tacklebox_http_requests_total{route="none",status="4xx",era="none"}`)).toBe(1);
  expect(samples.get("tacklebox_sessions")).toBe(2);
  expect(samples.get("tacklebox_held_conversations")).toBe(1);
  expect(samples.get(`tacklebox_refusals_total{limit="requestsAtOnce"}`)).toBe(3);
  expect(samples.get("tacklebox_catalog_tools")).toBe(1);
  expect(samples.get("process_resident_memory_bytes")).toBeGreaterThan(1e6);
  expect(samples.get(`tacklebox_build_info{version="1.2.3",node="${process.versions.node}"}`)).toBe(1);
  expect([...samples.keys()].filter((name) => name.startsWith("nodejs_eventloop_lag_seconds"))).toHaveLength(
    3,
  );
});

it("puts a duration into every bucket that it fits", () => {
  const histogram = new Histogram();
  for (const seconds of [0.0005, 0.005, 0.006, 1000]) histogram.add(seconds);
  const values = [...histogram.samples({})].map(({ labels, suffix, value }) => [
    labels?.["le"] ?? suffix,
    value,
  ]);
  expect(Object.fromEntries(values)).toMatchObject({
    "0.001": 1,
    "0.0025": 1,
    "0.005": 2,
    "0.01": 3,
    "60": 3,
    "+Inf": 4,
    _count: 4,
    _sum: 1000.0115,
  });
});

it("writes no name that could end its line or its label", () => {
  const hostile = ['a"} 1\nevil 2', "\r\n", "\\", "\ud800", "\u202e", "x".repeat(5000)];
  const samples = hostile.map((name) => ({ labels: { server: labelOf(name) }, value: 1 }));
  expect(samplesIn(writeMetrics([{ name: "m", help: "h", type: "gauge", samples }])).size).toBe(
    hostile.length,
  );
});
