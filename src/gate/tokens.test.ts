import { describe, expect, it } from "vitest";
import { newToken, tokenId } from "./token-text.ts";
import { checkToken, isStillGood, principalOf, type KnownToken, type TokenScope } from "./tokens.ts";

const NOW = 1_000_000;
const EVERYTHING: TokenScope = { kind: "everything" };
const profile = (name: string): TokenScope => ({ kind: "profile", profile: name });

function known(change: Partial<KnownToken> = {}) {
  const { id, text, hash } = newToken();
  const token: KnownToken = {
    id,
    hash,
    name: "laptop",
    profiles: undefined,
    expiresAt: undefined,
    rate: undefined,
    ...change,
  };
  const find = (wanted: string): KnownToken | undefined => (wanted === id ? token : undefined);
  const check = (authorization: string | undefined, scope = EVERYTHING, isRequired = true) =>
    checkToken(authorization, find, { scope, now: NOW, isRequired });
  return { text, token, find, check };
}

describe("a token", () => {
  it("has an id that can be read off it and 256 bits that cannot be guessed, new each time", () => {
    const [one, other] = [newToken(), newToken()];
    expect(one.text).toMatch(/^tbx_[0-9a-f]{12}_[\w-]{43}$/);
    expect(tokenId(one.text)).toBe(one.id);
    expect(one.text).not.toBe(other.text);
    expect(one.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(one.hash).not.toContain(one.text.slice(-43));
  });

  it("admits whoever shows it as somebody that no other token is", () => {
    const { text, token, check } = known();
    expect(check(`Bearer ${text}`)).toEqual({ kind: "admitted", principal: `laptop:${token.id}` });
    expect(check(`bearer  ${text} `)).toMatchObject({ kind: "admitted" });
  });

  it.each([
    ["another secret", (text: string) => `Bearer ${text.slice(0, -2)}xx`],
    ["another id", (text: string) => `Bearer tbx_${"0".repeat(12)}${text.slice(16)}`],
    ["another scheme", (text: string) => `Basic ${text}`],
    ["no scheme", (text: string) => text],
    ["something behind it", (text: string) => `Bearer ${text} more`],
    ["a longer secret", (text: string) => `Bearer ${text}A`],
    ["a prototype's name", () => "Bearer __proto__"],
    ["nothing", () => ""],
  ])("is refused with %s, also where none is needed", (_what, shown) => {
    const { text, check } = known();
    for (const isRequired of [true, false])
      expect(check(shown(text), EVERYTHING, isRequired)).toMatchObject({ kind: "unknown" });
  });

  it("is good until the moment at which it expires, and gives no other reason than an unknown one", () => {
    const before = known({ expiresAt: NOW + 1 });
    expect(before.check(`Bearer ${before.text}`)).toMatchObject({ kind: "admitted" });
    const after = known({ expiresAt: NOW });
    expect(after.check(`Bearer ${after.text}`)).toEqual(after.check(`Bearer ${newToken().text}`));
  });

  it("opens its profiles and nothing else", () => {
    const { text, check } = known({ profiles: ["build", "default"] });
    expect(check(`Bearer ${text}`, profile("build"))).toMatchObject({ kind: "admitted" });
    expect(check(`Bearer ${text}`, profile("default"))).toMatchObject({ kind: "admitted" });
    expect(check(`Bearer ${text}`, { kind: "anything" })).toMatchObject({ kind: "admitted" });
    expect(check(`Bearer ${text}`, profile("other"))).toMatchObject({ kind: "forbidden" });
    expect(check(`Bearer ${text}`, EVERYTHING)).toMatchObject({ kind: "forbidden" });
  });

  it("brings along the rate that it was made with", () => {
    const { text, check } = known({ rate: 30 });
    expect(check(`Bearer ${text}`)).toMatchObject({ kind: "admitted", rate: 30 });
  });

  it("with an empty list of profiles opens nothing", () => {
    const { text, check } = known({ profiles: [] });
    expect(check(`Bearer ${text}`, profile("default"))).toMatchObject({ kind: "forbidden" });
  });
});

it("lets in whoever shows none only where none is needed", () => {
  const { check } = known();
  expect(check(undefined, EVERYTHING, false)).toEqual({ kind: "admitted", principal: undefined });
  expect(check(undefined, EVERYTHING, true)).toMatchObject({ kind: "unknown" });
});

it("knows whether somebody who was let in still would be", () => {
  const { token, find } = known({ expiresAt: NOW });
  expect(isStillGood(principalOf(token), find, NOW - 1)).toBe(true);
  expect(isStillGood(principalOf(token), find, NOW)).toBe(false);
  expect(isStillGood("laptop:0123456789ab", find, NOW - 1)).toBe(false);
});
