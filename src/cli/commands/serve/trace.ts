/** Tracing, where the environment asks for it; nothing of it is loaded elsewhere. */
import type { Tracing } from "../../../gateway/operations/traces.ts";
import type { Invocation } from "../../command.ts";

export async function startTraces({
  surroundings: { env },
  version,
  log,
  redactor,
}: Invocation): Promise<Tracing | undefined> {
  const endpoint = env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] || env["OTEL_EXPORTER_OTLP_ENDPOINT"] || "";
  if (endpoint === "") return undefined;
  const { startTracing } = await import("../../../gateway/operations/traces.ts");
  return startTracing({ env, version, log, onSecret: (value) => redactor.addSecret(value) });
}
