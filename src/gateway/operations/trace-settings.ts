/** Where spans go, from the variables that OpenTelemetry defines for that. */
import { TackleError } from "../../errors.ts";
import { addressFault } from "../../util/web-address.ts";
import { cutText, toTerminalText } from "../../util/terminal-text.ts";
import type { Environment } from "../../util/paths.ts";

export interface TraceSettings {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What all spans say of us. */
  readonly resource: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** What whoever set the variables should know. */
  readonly remark?: string;
}

const DEFAULT_TIMEOUT_MS = 10_000;

/** Undefined where nobody wants spans. Throws for an address that cannot be one: it would fail silently for ever. */
export function readTraceSettings(env: Environment): TraceSettings | undefined {
  if (env["OTEL_SDK_DISABLED"]?.toLowerCase() === "true" || env["OTEL_TRACES_EXPORTER"] === "none")
    return undefined;
  const url = addressIn(env);
  if (url === undefined) return undefined;
  const remark = protocolRemark(env);
  return {
    url,
    ...(remark === undefined ? undefined : { remark }),
    headers: {
      ...pairsIn(env["OTEL_EXPORTER_OTLP_HEADERS"]),
      ...pairsIn(env["OTEL_EXPORTER_OTLP_TRACES_HEADERS"]),
    },
    resource: {
      "service.name": "tacklebox",
      ...pairsIn(env["OTEL_RESOURCE_ATTRIBUTES"]),
      ...(given(env, "OTEL_SERVICE_NAME") === undefined
        ? undefined
        : { "service.name": env["OTEL_SERVICE_NAME"] ?? "" }),
    },
    timeoutMs: timeoutIn(env),
  };
}

/** The address for traces counts as it stands; the one for everything gets the usual path. */
function addressIn(env: Environment): string | undefined {
  const exact = given(env, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
  const base = given(env, "OTEL_EXPORTER_OTLP_ENDPOINT");
  const url = exact ?? (base === undefined ? undefined : `${base.replace(/\/+$/, "")}/v1/traces`);
  if (url === undefined || addressFault(url) === undefined) return url;
  const name = exact === undefined ? "OTEL_EXPORTER_OTLP_ENDPOINT" : "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";
  throw new TackleError({
    code: "config",
    message: `${name} is no address that spans can be sent to`,
    hint: `Write one such as http://127.0.0.1:4318, without user and password (OTEL_EXPORTER_OTLP_HEADERS has room for those).`,
  });
}

/** Spans go over HTTP as JSON, which every collector takes on its port for HTTP, and none on that for gRPC. */
function protocolRemark(env: Environment): string | undefined {
  const names = ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"];
  const name = names.find((one) => given(env, one) !== undefined);
  const protocol = name === undefined ? undefined : given(env, name);
  if (name === undefined || protocol === undefined || protocol.startsWith("http/")) return undefined;
  const shown = toTerminalText(cutText(protocol, 40));
  return `${name}=${shown} is not spoken here: spans go over HTTP as JSON, so the address must be that of the collector's HTTP port (often 4318)`;
}

function given(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === "" ? undefined : value;
}

function timeoutIn(env: Environment): number {
  const text =
    given(env, "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT") ?? given(env, "OTEL_EXPORTER_OTLP_TIMEOUT") ?? "";
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : DEFAULT_TIMEOUT_MS;
}

/** `name=value,name=value`, with values that are percent-encoded; what makes no sense is left out. */
function pairsIn(text: string | undefined): Record<string, string> {
  const pairs = (text ?? "").split(",").flatMap((pair): [string, string][] => {
    const at = pair.indexOf("=");
    const name = pair.slice(0, Math.max(0, at)).trim();
    return name === "" ? [] : [[decoded(name), decoded(pair.slice(at + 1).trim())]];
  });
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not encoded, so it means itself
  }
}
