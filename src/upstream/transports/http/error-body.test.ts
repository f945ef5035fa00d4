import { expect, it } from "vitest";
import { cleanErrorBody } from "./error-body.ts";
import { redactSent } from "./redact-sent.ts";

const SECRET = "s3cret/token+value=";
const redact = redactSent(
  new Headers({ authorization: `Bearer ${SECRET}`, "x-key": "another-secret", accept: "application/json" }),
  new URL("https://host/a-path-segment-that-is-a-key/mcp?key=query-secret"),
);

it("makes a page one short line", () => {
  const page =
    "<html><style>p{}</style><script>steal()</script><h1>Bad\u001b[31m\r\n Gateway</h1>\u202e\u0000<p>unclosed <b";
  expect(cleanErrorBody(page, redact).text).toBe("Bad [31m Gateway unclosed");
  expect(cleanErrorBody("x".repeat(10_000), redact).text).toHaveLength(2_048);
  expect(cleanErrorBody("x".repeat(10_000), redact).summary).toHaveLength(300);
});

it.for([
  ["as it is", SECRET],
  ["url-encoded", encodeURIComponent(SECRET)],
  ["base64", Buffer.from(SECRET).toString("base64")],
  ["with its scheme", Buffer.from(`Bearer ${SECRET}`).toString("base64")],
  ["of the query", "query-secret"],
  ["of the path", "a-path-segment-that-is-a-key"],
] as const)("masks what was sent: %s", ([, form]) => {
  const body = cleanErrorBody(`Invalid credential ${form} given`, redact);
  expect(body.text).toBe("Invalid credential [redacted] given");
  expect(
    JSON.stringify(cleanErrorBody(rpcError({ message: form, data: { given: form } }), redact)),
  ).not.toContain(form);
});

it("keeps a JSON-RPC error, which the SDK has to read", () => {
  const body = cleanErrorBody(
    rpcError({ message: "Unsupported", data: { supported: ["2026-07-28"] } }),
    redact,
  );
  expect(JSON.parse(body.text)).toEqual({
    jsonrpc: "2.0",
    id: 1,
    error: { code: -32022, message: "Unsupported", data: { supported: ["2026-07-28"] } },
  });
  expect(body.rpcError).toMatchObject({ id: 1, code: -32022 });
});

it.for(["[]", "null", '{"error":"invalid_grant"}', '{"error":{"code":"x"}}', "{"])(
  "takes anything else for text: %s",
  (raw) => {
    expect(cleanErrorBody(raw, redact)).toMatchObject({ text: raw, rpcError: undefined });
  },
);

it("drops the data of a JSON-RPC error when it is large", () => {
  const body = cleanErrorBody(
    rpcError({ message: "m", data: Array.from({ length: 5_000 }, () => 12_345) }),
    redact,
  );
  expect(body.rpcError).not.toHaveProperty("data");
});

function rpcError(error: { readonly message: string; readonly data: unknown }): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code: -32022, ...error } });
}
