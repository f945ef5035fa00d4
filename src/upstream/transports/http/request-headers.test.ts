import { inspect } from "node:util";
import { expect, it } from "vitest";
import { checkHeaders, mergeHeaders } from "./request-headers.ts";

it.for([
  { "x-key": "secret\r\nx-injected: 1" },
  { "x-key": "secret\u2603" },
  { "x-key": "secret\u0000" },
  { "x key": "secret" },
  { "": "secret" },
  { "Mcp-Session-Id": "secret" },
  { "content-length": "secret" },
] as Record<string, string>[])("refuses a header without quoting its value: %o", (headers) => {
  const thrown = catching(() => checkHeaders("remote", headers));
  expect(thrown).toMatchObject({ code: "config", server: "remote" });
  expect(inspect(thrown)).not.toContain("secret");
});

it("lets what the SDK set win over what was configured", () => {
  const configured = checkHeaders("remote", {
    Authorization: "Bearer old",
    "X-Team": "a",
    "User-Agent": "mine",
  });
  const merged = mergeHeaders({ authorization: "Bearer fresh", accept: "text/event-stream" }, configured);
  expect(Object.fromEntries(merged)).toEqual({
    accept: "text/event-stream",
    "accept-encoding": "gzip, br",
    authorization: "Bearer fresh",
    "user-agent": "mine",
    "x-team": "a",
  });
});

function catching(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
