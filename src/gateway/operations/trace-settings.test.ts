import { describe, expect, it } from "vitest";
import { readTraceSettings } from "./trace-settings.ts";

const BASE = "http://127.0.0.1:4318";

describe("where spans go", () => {
  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: BASE }, `${BASE}/v1/traces`],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: `${BASE}/otlp/` }, `${BASE}/otlp/v1/traces`],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${BASE}/exact` }, `${BASE}/exact`],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: "http://other", OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${BASE}/exact` },
      `${BASE}/exact`,
    ],
  ])("is read from %j", (env, url) => {
    expect(readTraceSettings(env)?.url).toBe(url);
  });

  it.each([
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: " " },
    { OTEL_EXPORTER_OTLP_ENDPOINT: BASE, OTEL_SDK_DISABLED: "TRUE" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: BASE, OTEL_TRACES_EXPORTER: "none" },
  ])("is nowhere with %j", (env) => {
    expect(readTraceSettings(env)).toBeUndefined();
  });

  it.each(["collector:4317", "ftp://collector", "http://user:secret@collector"])(
    "is refused as %s",
    (url) => {
      const read = () => readTraceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
      expect(read).toThrow(/OTEL_EXPORTER_OTLP_ENDPOINT/);
      expect(read).not.toThrow(/secret/);
    },
  );
});

it("reads headers and attributes as OpenTelemetry writes them", () => {
  const settings = readTraceSettings({
    OTEL_EXPORTER_OTLP_ENDPOINT: BASE,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20abc, x-team=a=b,,=nobody,bad=%zz",
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: "x-team=traces",
    OTEL_RESOURCE_ATTRIBUTES: "service.name=from-attributes,deployment.environment=test",
    OTEL_SERVICE_NAME: "box",
    OTEL_EXPORTER_OTLP_TIMEOUT: "250",
  });
  expect(settings).toMatchObject({
    headers: { authorization: "Bearer abc", "x-team": "traces", bad: "%zz" },
    resource: { "service.name": "box", "deployment.environment": "test" },
    timeoutMs: 250,
  });
  expect(readTraceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: BASE })?.resource).toEqual({
    "service.name": "tacklebox",
  });
});

it("remarks on a protocol that is not spoken, and on no other", () => {
  const remarkOf = (env: Record<string, string>) =>
    readTraceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4317", ...env })?.remark;
  expect(remarkOf({ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" })).toContain("OTEL_EXPORTER_OTLP_PROTOCOL=grpc");
  expect(remarkOf({ OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "grpc" })).toContain(
    "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL",
  );
  expect(
    remarkOf({ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc", OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/json" }),
  ).toBe(undefined);
  expect(remarkOf({ OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf" })).toBe(undefined);
  expect(remarkOf({})).toBe(undefined);
});
