import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../util/fixtures/folder.ts";
import { CurrentTokens } from "./current-tokens.ts";
import { addToken, readTokens, revokeTokens, tokensFile, type StoredToken } from "./tokens.ts";

const place = () => ({ XDG_STATE_HOME: temporaryFolder() });

function token(id: string, change: Partial<StoredToken> = {}): StoredToken {
  const nothing = { profiles: undefined, expiresAt: undefined, rate: undefined };
  return { id, name: `name of ${id}`, hash: id.repeat(4), createdAt: 1, ...nothing, ...change };
}

function write(env: ReturnType<typeof place>, text: string): void {
  mkdirSync(dirname(tokensFile(env)), { recursive: true });
  writeFileSync(tokensFile(env), text);
}

describe("the file of tokens", () => {
  it("gives back what was added, without what was revoked, for its owner only", async () => {
    const env = place();
    const limited = token("b", { profiles: ["build"], expiresAt: 9, rate: 60 });
    for (const one of [token("a"), limited, token("c")]) await addToken(env, one);
    expect(readTokens(env)).toEqual([token("a"), limited, token("c")]);
    const revoked = await revokeTokens(env, (all) => all.filter(({ id }) => id === "a"));
    expect(revoked).toEqual([token("a")]);
    expect(readTokens(env)).toEqual([limited, token("c")]);
    expect(statSync(tokensFile(env)).mode & 0o777).toBe(0o600);
  });

  it("loses nothing when several are added at the same time", async () => {
    const env = place();
    const ids = Array.from({ length: 20 }, (_, number) => `t${number}`);
    await Promise.all(ids.map((id) => addToken(env, token(id))));
    expect(
      readTokens(env)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(ids.toSorted());
  });

  it.each([
    "not JSON",
    "{}",
    "[1]",
    `[{"id":"a","name":"a","hash":"h","createdAt":1,"profiles":"build"}]`,
    `[{"id":"a","name":"a","hash":"h","createdAt":1,"expiresAt":"tomorrow"}]`,
    `[{"id":"a","name":"a","hash":"h","createdAt":1,"rate":"60"}]`,
    `[{"id":"a","name":"a","hash":"h","createdAt":1,"rate":0}]`,
  ])("that holds %s opens nothing and is not overwritten", async (text) => {
    const env = place();
    write(env, text);
    expect(() => readTokens(env)).toThrow(/cannot be read/);
    await expect(addToken(env, token("new"))).rejects.toMatchObject({ code: "config" });
    expect(readFileSync(tokensFile(env), "utf8")).toBe(text);
  });
});

describe("a gateway that runs", () => {
  it("sees a change when a moment has passed, and looks no more often than that", async () => {
    const env = place();
    let now = 0;
    const tokens = new CurrentTokens({
      env,
      clock: () => now,
      onFailure: (error) => expect.fail(String(error)),
    });
    expect(tokens.find("a")).toBeUndefined();
    await addToken(env, token("a"));
    expect(tokens.find("a")).toBeUndefined();
    now = 250;
    expect(tokens.find("a")).toEqual(token("a"));
    await revokeTokens(env, (all) => all);
    now = 500;
    expect(tokens.find("a")).toBeUndefined();
  });

  it("takes no token while the file cannot be read, says so once, and goes on when it can", async () => {
    const env = place();
    let now = 0;
    const failures: unknown[] = [];
    const tokens = new CurrentTokens({ env, clock: () => now, onFailure: (error) => failures.push(error) });
    await addToken(env, token("a"));
    expect(tokens.find("a")).toBeDefined();
    for (const text of ["{", "{{"]) {
      write(env, text);
      now += 1000;
      expect(tokens.find("a")).toBeUndefined();
    }
    expect(failures).toHaveLength(1);
    write(env, JSON.stringify([token("a")]));
    chmodSync(tokensFile(env), 0o600);
    now += 1000;
    expect(tokens.find("a")).toBeDefined();
  });
});
