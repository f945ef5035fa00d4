import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { classifyHttpError, isSessionLost, shouldFallBackToSse } from "./classify-http-error.ts";
import { HttpFault, type HttpFaultKind } from "./http-fault.ts";

describe("a verdict", () => {
  it.for([
    ["unauthorized", false],
    ["forbidden", false],
    ["not-found", false],
    ["rejected", false],
    ["redirected", false],
    ["tls", false],
    ["not-mcp", false],
    ["too-large", false],
    ["cancelled", false],
    ["rate-limited", true],
    ["server-error", true],
    ["unreachable", true],
    ["timeout", true],
    ["session-lost", true],
  ] as const)("on %s says whether to try again: %s", ([kind, retryable]) => {
    expect(classifyHttpError(fault(kind))).toEqual({ kind, retryable, mayHaveRun: true });
    expect(isSessionLost(fault(kind))).toBe(kind === "session-lost");
  });

  it("is found in the cause of an error of the SDK", () => {
    const error = new SdkError(
      SdkErrorCode.EraNegotiationFailed,
      "probe failed",
      {},
      { cause: fault("tls") },
    );
    expect(classifyHttpError(error)?.kind).toBe("tls");
  });

  it("carries how long to wait", () => {
    const error = new HttpFault({
      kind: "rate-limited",
      server: "s",
      message: "m",
      mayHaveRun: false,
      retryAfterMs: 5,
    });
    expect(classifyHttpError(error)).toEqual({
      kind: "rate-limited",
      retryable: true,
      retryAfterMs: 5,
      mayHaveRun: false,
    });
  });

  it("is given on errors of the SDK alone", () => {
    expect(classifyHttpError(new UnauthorizedError())?.kind).toBe("unauthorized");
    expect(classifyHttpError(httpError(403))?.kind).toBe("forbidden");
    expect(classifyHttpError(httpError(502))?.kind).toBe("server-error");
    expect(classifyHttpError(new SdkError(SdkErrorCode.RequestTimeout, "t", { timeout: 5 }))?.kind).toBe(
      "timeout",
    );
    expect(classifyHttpError(new SdkError(SdkErrorCode.RequestTimeout, "AbortError"))?.kind).toBe(
      "cancelled",
    );
    expect(classifyHttpError(new SdkError(SdkErrorCode.ConnectionClosed, "c"))?.kind).toBe("cancelled");
  });

  it("is not given on what the server itself answered, or on anything else", () => {
    for (const error of [new ProtocolError(-32602, "bad"), new Error("other"), undefined, "text", null]) {
      expect(classifyHttpError(error)).toBeUndefined();
    }
  });
});

describe("falling back to HTTP+SSE", () => {
  it.for([
    [404, false, true],
    [404, true, true],
    [405, false, true],
    [400, false, true],
    [400, true, false],
    [401, false, false],
    [403, false, false],
    [429, false, false],
    [500, false, false],
  ] as const)("after HTTP %i (JSON-RPC body: %s): %s", ([status, spokeJsonRpc, expected]) => {
    const error = new HttpFault({
      kind: "rejected",
      server: "s",
      message: "m",
      status,
      spokeJsonRpc,
      mayHaveRun: false,
    });
    expect(shouldFallBackToSse(error)).toBe(expected);
  });

  it("is of no use when the server was not reached", () => {
    expect(shouldFallBackToSse(fault("unreachable"))).toBe(false);
    expect(shouldFallBackToSse(new Error("other"))).toBe(false);
  });
});

function fault(kind: HttpFaultKind): HttpFault {
  return new HttpFault({ kind, server: "s", message: "m", mayHaveRun: true });
}

function httpError(status: number): SdkHttpError {
  return new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, "failed", {
    status,
    statusText: "",
    text: "",
  });
}
