import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TackleError } from "../errors.ts";
import { createRedactor, isSecretName, type Redactor } from "./redact.ts";

const SECRET = 'p@ss "w/rd\\ é+1?=';

function redactorFor(...secrets: string[]): Redactor {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.addSecret(secret);
  return redactor;
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

describe("a known secret", () => {
  const formPlus = encodeURIComponent(SECRET).replaceAll("%20", "+");
  it.each([
    ["as it is", SECRET],
    ["in JSON", JSON.stringify(SECRET).slice(1, -1)],
    ["in JSON inside JSON", JSON.stringify(JSON.stringify(SECRET)).slice(3, -3)],
    ["in JSON inside JSON inside JSON", JSON.stringify(JSON.stringify(JSON.stringify(SECRET))).slice(7, -7)],
    ["in JSON as Python writes it", String.raw`p@ss \"w/rd\\ \u00e9+1?=`],
    ["in JSON as PHP writes it", String.raw`p@ss \"w\/rd\\ \u00E9+1?=`],
    [
      "in JSON with every character escaped",
      escaped(SECRET, (code) => `\\u${code.toString(16).padStart(4, "0")}`),
    ],
    ["in a URL", encodeURIComponent(SECRET)],
    [
      "in a URL with small hexadecimal",
      encodeURIComponent(SECRET).replace(/%../g, (hex) => hex.toLowerCase()),
    ],
    ["in a URL that escapes less", encodeURIComponent(SECRET).replaceAll("%2F", "/").replaceAll("%40", "@")],
    [
      "in a URL with every byte escaped",
      escaped(SECRET, (code) => `%${code.toString(16).padStart(2, "0")}`, true),
    ],
    ["in a form", formPlus],
    ["in a URL inside a URL", encodeURIComponent(encodeURIComponent(SECRET))],
    ["in a URL inside JSON", JSON.stringify(encodeURIComponent(SECRET)).slice(1, -1)],
    ["in Base64", base64(SECRET)],
    ["in the middle of Base64 (1)", base64(`a${SECRET}tail`)],
    ["in the middle of Base64 (2)", base64(`ab${SECRET}t`)],
    ["in Base64 for URLs", Buffer.from(`x${SECRET}`).toString("base64url")],
    ["in Base64 inside a URL", encodeURIComponent(base64(SECRET))],
    ["in hexadecimal", Buffer.from(SECRET).toString("hex")],
    ["in capital hexadecimal", Buffer.from(SECRET).toString("hex").toUpperCase()],
  ])("is masked %s", (_name, form) => {
    const masked = redactorFor(SECRET).text(`before ${form} after`);
    expect(masked).toMatch(/^before .{0,4}\[redacted\].{0,8} after$/);
  });

  it("leaves no form behind, whatever surrounds it", () => {
    const text = fc.string({ unit: "binary", maxLength: 40 });
    const nasty = fc
      .array(fc.constantFrom("\\", "%", "+", '"', "u", "0", "4", "1", " ", "/", "a", "=", "😀"), {
        minLength: 6,
        maxLength: 12,
      })
      .map((parts) => parts.join(""));
    const secret = fc
      .oneof(fc.string({ unit: "binary", minLength: 6, maxLength: 30 }), nasty)
      .filter(isUsual);
    fc.assert(
      fc.property(secret, fc.oneof(text, nasty), fc.oneof(text, nasty), (value, before, after) => {
        const redactor = redactorFor(value);
        for (const form of exactForms(value, before)) {
          const masked = redactor.text(before + form + after);
          expect(masked).toContain("[redacted]");
          expect(masked.includes(form)).toBe(false);
        }
        expect(redactor.text(base64(before + value + after))).toContain("[redacted]");
      }),
      { numRuns: 1_000 },
    );
  });

  it("leaves no tail when secrets overlap or contain each other", () => {
    const redactor = redactorFor("abcdef", "abcdefghij", "hijklmno", "cdefgh");
    expect(redactor.text("x abcdefghijklmno y abcdefg abcdef")).toBe("x [redacted] y [redacted]g [redacted]");
  });

  it("is not looked for when it is shorter than six characters", () => {
    expect(redactorFor("abcde", "").text("abcde")).toBe("abcde");
  });

  it("is masked also without the blanks around it, and line by line", () => {
    const key =
      "-----BEGIN THING-----\nMIIEvQIBADANBgkqhkiG9w0\nBAQEFAASCBKcwggSjAgEAAo\n-----END THING-----\n";
    const redactor = redactorFor(key, " padded-value\n");
    expect(redactor.text("stderr: BAQEFAASCBKcwggSjAgEAAo!")).toBe("stderr: [redacted]!");
    expect(redactor.text("padded-value.")).toBe("[redacted].");
  });

  it("is found among a thousand others that start alike, in time that hardly grows", () => {
    const secrets = Array.from(
      { length: 1_000 },
      (_, index) => `sk_proj_${index.toString(36).padStart(24, "q")}`,
    );
    const redactor = redactorFor(...secrets);
    expect(redactor.text(`x ${secrets[777]} y`)).toBe("x [redacted] y");
    redactor.text("sk_proj_q".repeat(110_000));
  });

  it("may be added later", () => {
    const redactor = createRedactor();
    expect(redactor.text("later-known")).toBe("later-known");
    redactor.addSecret("later-known");
    expect(redactor.text("later-known")).toBe("[redacted]");
  });
});

describe("text that looks like a secret", () => {
  const text = (given: string): string => createRedactor().text(given);
  const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmN`;

  it.each([
    ["Authorization: Bearer abc.def\nHost: x", "Authorization: [redacted]\nHost: x"],
    ["proxy-authorization: Basic dXNlcg==", "proxy-authorization: [redacted]"],
    [`Authorization: Digest username="a", response="b", qop=auth`, "Authorization: [redacted]"],
    ["curl -H 'Authorization: Bearer abc' https://x", "curl -H 'Authorization: [redacted]' https://x"],
    ['{"Authorization":"Bearer abc"}', '{"Authorization":"[redacted]"}'],
    ["Cookie: a=b; c=d", "Cookie: [redacted]"],
    ["set-cookie: sid=1; HttpOnly", "set-cookie: [redacted]"],
    ["X-API-Key: 123", "X-API-Key: [redacted]"],
    ["Mcp-Session-Id: 5f1c", "Mcp-Session-Id: [redacted]"],
    ["sent bearer a1b2c3d4 to it", "sent bearer [redacted] to it"],
    ["https://user:pa@ss@host/x", "https://[redacted]@host/x"],
    ["postgres://u:p@db:5432/x", "postgres://[redacted]@db:5432/x"],
    [
      "https://x/cb?code=abc&state=1#access_token=zz",
      "https://x/cb?code=[redacted]&state=1#access_token=[redacted]",
    ],
    ["GET /v1?q=a&api_key=12&Key=34&page=2", "GET /v1?q=a&api_key=[redacted]&Key=[redacted]&page=2"],
    ["/x?X-Amz-Signature=ab&amp;sig=c", "/x?X-Amz-Signature=[redacted]&amp;sig=[redacted]"],
    ["key sk-ant-REDACTED0000000", "key [redacted]"],
    ["sk-proj-abcdefghij0123456789", "[redacted]"],
    ["ghp_abcdefghijklmnopqrstuvwxyz0123456789", "[redacted]"],
    ["github_pat_11ABCDEFG0abcdefghijkl_mnop", "[redacted]"],
    ["xoxb-1234567890-abcdef", "[redacted]"],
    ["AKIAIOSFODNN7EXAMPLE", "[redacted]"],
    [`AIza${"Sy0_-".repeat(7)}`, "[redacted]"],
    ["glpat-abcdefghij0123456789", "[redacted]"],
    [`npm_${"a1".repeat(18)}`, "[redacted]"],
    [`tbx_0123456789ab_${"Sy0_-".repeat(8)}`, "[redacted]"],
    ["tvly-abcdefghij0123456789", "[redacted]"],
    ["BSAabcdefghijklmnopqrstuvwxyz01", "[redacted]"],
    [`a ${jwt} b`, "a [redacted] b"],
    [String.raw`line\n` + jwt, String.raw`line\n[redacted]`],
    [
      "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,X\nMIIE\n-----END RSA PRIVATE KEY-----\nx",
      "[redacted]\nx",
    ],
    ["-----BEGIN PRIVATE KEY-----\nMIIE cut off", "[redacted]"],
    ["GITHUB_TOKEN=abc OTHER=1", "GITHUB_TOKEN=[redacted] OTHER=1"],
    ["export DB_PASSWORD='a b\\'c' x", "export DB_PASSWORD='[redacted]' x"],
    [`{"apiKey": "a\\"b", "x": "y"}`, `{"apiKey": "[redacted]", "x": "y"}`],
    [
      String.raw`"{\"client_secret\":\"a\\\"b\",\"x\":1}"`,
      String.raw`"{\"client_secret\":\"[redacted]\",\"x\":1}"`,
    ],
    ["password: hunter2", "password: [redacted]"],
    ["--api-key abc123 --verbose", "--api-key [redacted] --verbose"],
    ["--token=abc123 --verbose", "--token=[redacted] --verbose"],
    ["{ aws_secret_access_key => 'x1' }", "{ aws_secret_access_key => '[redacted]' }"],
    [`"password":"unterminated`, `"password":"[redacted]`],
  ])("is masked: %s", (given, expected) => {
    expect(text(given)).toBe(expected);
    expect(text(expected)).toBe(expected);
  });

  it.each([
    "the token: expired",
    "basic authentication failed, bearer authorization needed",
    '{"max_tokens": 4096, "input_tokens": 12, "token_type": "x"}',
    "token_endpoint=https://x/token",
    "ssh://git@github.com/a/b",
    "https://example.com/@user/path?page=2&q=a",
    "mail me@example.com",
    "task-abcdefghijklmnopqrst, risk-aware-planning-of-things",
    '{"password": {"type": "string"}}',
    "cookies are fine; the key is: patience",
    "--token-limit 500",
  ])("is left alone when it is not: %s", (given) => {
    expect(text(given)).toBe(given);
  });
});

describe("hostile text", () => {
  const redactor = redactorFor(SECRET, "aaaaaaaaaaaaaaaaaaaab", "-".repeat(50));
  const units = [
    "a",
    "-",
    "=",
    '"',
    '\\"',
    "\\",
    "%",
    "%2",
    "%41",
    "\\u0041",
    "eyJ",
    "eyJaaaaaaaa.",
    "eyJaaaaaaaa.aaaaaaaa.",
    "sk-",
    "a://",
    "a://b:",
    "@",
    "?",
    "&a",
    "?key=",
    "cookie:",
    'authorization: ="',
    "bearer ",
    "-----BEGIN PRIVATE KEY-----",
    "--a ",
    "--token ",
    "password",
    "password=",
    'password="',
    'token=\\"',
    "token:",
    "token: '\\",
    " ",
    "\n",
    "_",
    ".",
    "A.",
  ];

  it.each(units)(
    "of a million characters %j takes no time that grows with its square",
    { timeout: 60_000 },
    (unit) => {
      const hostile = unit.repeat(500_000 / unit.length);
      // Anything quadratic would take minutes.
      expect(redactor.text(`${hostile} password="x://${hostile}@`)).not.toBe("");
    },
  );
});

describe("value", () => {
  const redactor = redactorFor("hunter-2-known");

  it("masks by name and in strings, also in keys, and keeps the rest", () => {
    const given = {
      headers: { Authorization: "x", "Set-Cookie": ["a", "b"], accept: "text/plain", "Mcp-Session-Id": "1" },
      env: [
        { name: "API_KEY", value: "short" },
        { name: "HOME", value: "/root" },
      ],
      "hunter-2-known!": 1,
      list: ["a hunter-2-known", 1, true, null, undefined],
      password: 1234,
      usage: { tokens: 12, max_tokens: 5 },
      credentials: { user: "me", any: "thing" },
      hasToken: true,
      token: "",
    };
    expect(redactor.value(given)).toEqual({
      headers: {
        Authorization: "[redacted]",
        "Set-Cookie": "[redacted]",
        accept: "text/plain",
        "Mcp-Session-Id": "[redacted]",
      },
      env: [
        { name: "API_KEY", value: "[redacted]" },
        { name: "HOME", value: "/root" },
      ],
      "[redacted]!": 1,
      list: ["a [redacted]", 1, true, null, undefined],
      password: "[redacted]",
      usage: { tokens: 12, max_tokens: 5 },
      credentials: "[redacted]",
      hasToken: true,
      token: "",
    });
    expect(given.password).toBe(1234);
  });

  it("keeps schemas of secret parameters readable", () => {
    const schema = {
      properties: { password: { type: "string", description: "d" }, token: { type: "string" } },
    };
    expect(redactor.value(schema)).toEqual(schema);
  });

  it("turns errors into data, with cause and code", () => {
    const error = new TackleError({
      code: "internal",
      message: "bad hunter-2-known",
      cause: new Error("hunter-2-known"),
    });
    const copy = redactor.value({ error });
    expect(copy).toMatchObject({
      error: {
        name: "TackleError",
        message: "bad [redacted]",
        code: "internal",
        cause: { message: "[redacted]" },
      },
    });
    expect(JSON.stringify(copy)).not.toContain("hunter-2-known");
  });

  it("handles maps, sets, bytes, dates, URLs, headers, functions and big numbers", () => {
    const given = {
      map: new Map<unknown, unknown>([
        ["token", "x"],
        [1, "y"],
      ]),
      set: new Set(["hunter-2-known"]),
      buffer: Buffer.from("hunter-2-known"),
      date: new Date(0),
      bad: new Date(Number.NaN),
      url: new URL("https://u:p@x/?token=1"),
      headers: new Headers({ authorization: "x", accept: "y" }),
      call: () => 1,
      big: 12n,
    };
    expect(redactor.value(given)).toEqual({
      map: { token: "[redacted]", 1: "y" },
      set: ["[redacted]"],
      buffer: "[14 bytes]",
      date: "1970-01-01T00:00:00.000Z",
      bad: "Invalid Date",
      url: "https://[redacted]@x/?token=[redacted]",
      headers: { authorization: "[redacted]", accept: "y" },
      call: "[function]",
      big: "12",
    });
  });

  it("survives cycles, getters and proxies that throw, prototypes as keys, depth and size", () => {
    const cyclic: Record<string, unknown> = { shared: [1] };
    cyclic["self"] = cyclic;
    cyclic["again"] = cyclic["shared"];
    expect(redactor.value(cyclic)).toEqual({ shared: [1], self: "[circular]", again: [1] });

    const thrower = Object.defineProperty({ fine: 1 }, "bad", {
      enumerable: true,
      get: () => {
        throw new Error("no");
      },
    });
    expect(redactor.value(thrower)).toEqual({ fine: 1, bad: "[unreadable]" });
    expect(
      redactor.value({
        proxy: new Proxy(
          {},
          {
            ownKeys: () => {
              throw new Error("no");
            },
          },
        ),
      }),
    ).toEqual({ proxy: "[unreadable]" });

    const parsed: unknown = JSON.parse('{"__proto__": {"polluted": "hunter-2-known"}}');
    expect(JSON.stringify(redactor.value(parsed))).toBe('{"__proto__":{"polluted":"[redacted]"}}');

    let deep: unknown = "hunter-2-known";
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(JSON.stringify(redactor.value(deep))).toContain("[…]");
    const wide = redactor.value(Array.from({ length: 1_000_000 }, () => 0));
    expect(wide).toHaveProperty(
      "length",
      expect.toSatisfy((length: number) => length < 30_000),
    );
  });

  it("gives data that JSON can hold, for anything", () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withTypedArray: true,
          withNullPrototype: true,
        }),
        (given) => {
          expect(() => JSON.stringify(redactor.value(given))).not.toThrow();
        },
      ),
    );
  });
});

describe("isSecretName", () => {
  it.each([
    "authorization",
    "Proxy-Authorization",
    "cookie",
    "Set-Cookie",
    "x-api-key",
    "MCP-Session-Id",
    "GITHUB_TOKEN",
    "accessToken",
    "refresh_token",
    "client_secret",
    "OPENAI_API_KEY",
    "apiKey",
    "api.key",
    "password",
    "PGPASSWORD",
    "DB_PASSWD",
    "passphrase",
    "PRIVATE_KEY",
    "AWS_SECRET_ACCESS_KEY",
    "credentials",
    "_authToken",
    "X-Auth-Token",
    "MYSQL_PWD",
    "GOOGLE_APPLICATION_CREDENTIALS",
  ])("says yes for %s", (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each([
    "",
    "name",
    "key",
    "keyboard",
    "author",
    "PATH",
    "max_tokens",
    "maxOutputTokens",
    "token_count",
    "token_endpoint",
    "tokenizer",
    "passwordPolicy",
    "secretName",
    "token_type",
    "expires_in",
    "session",
    "monkey",
  ])("says no for %s", (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

function escaped(text: string, write: (code: number) => string, asBytes = false): string {
  const codes = asBytes
    ? [...Buffer.from(text)]
    : Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return codes.map(write).join("");
}

/** The mask must not contain the secret, or meet its neighbours to form it again. */
function isUsual(secret: string): boolean {
  return secret.isWellFormed() && secret.trim().length >= 6 && !/[[\]]|redacted/.test(secret);
}

function exactForms(secret: string, before: string): string[] {
  const encoded = encodeURIComponent(secret);
  const forms = [secret, JSON.stringify(secret).slice(1, -1), encoded, encoded.replaceAll("%20", "+")];
  const shift = Buffer.byteLength(before) % 3;
  const embedded = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]).toString("base64");
  const end = Math.floor(((shift + Buffer.byteLength(secret)) * 8) / 6);
  return [...forms, embedded.slice(Math.ceil((shift * 8) / 6), end)];
}
