import { describe, expect, test } from "vitest";
import { childEnvironment } from "./child-environment.ts";

const marks = { TACKLEBOX_BOX: "id" };

describe("the environment of a server", () => {
  test("holds the harmless names we have, what is declared, and our marks", () => {
    const inherited = {
      HOME: "/home/a",
      LC_ALL: "C",
      XDG_DATA_HOME: "/d",
      AWS_SECRET_ACCESS_KEY: "x",
      USER: undefined,
    };
    const result = childEnvironment({ inherited, declared: { KEY: "1" }, marks, platform: "linux" });
    expect({ ...result }).toEqual({
      HOME: "/home/a",
      LC_ALL: "C",
      XDG_DATA_HOME: "/d",
      KEY: "1",
      TACKLEBOX_BOX: "id",
    });
  });

  test("takes what would change programs or their network only when it is declared", () => {
    const dangerous = {
      NODE_OPTIONS: "--inspect",
      LD_PRELOAD: "x.so",
      HTTP_PROXY: "http://x",
      https_proxy: "http://x",
    };
    expect({
      ...childEnvironment({ inherited: dangerous, declared: {}, marks: {}, platform: "linux" }),
    }).toEqual({});
    const declared = childEnvironment({ inherited: {}, declared: dangerous, marks: {}, platform: "linux" });
    expect({ ...declared }).toEqual(dangerous);
  });

  test("passes no function exported by bash", () => {
    const inherited = { TERM: "() { :; }; echo", "BASH_FUNC_x%%": "() { :; }", LANG: "C" };
    expect({ ...childEnvironment({ inherited, declared: {}, marks: {}, platform: "linux" }) }).toEqual({
      LANG: "C",
    });
  });

  test("lets nobody override our marks", () => {
    const result = childEnvironment({
      inherited: {},
      declared: { TACKLEBOX_BOX: "other" },
      marks,
      platform: "linux",
    });
    expect(result["TACKLEBOX_BOX"]).toBe("id");
  });

  test("knows one spelling of a name on Windows", () => {
    const inherited = { Path: "C:\\a", SystemRoot: "C:\\Windows", SECRET: "x" };
    const result = childEnvironment({ inherited, declared: { PATH: "C:\\b" }, marks, platform: "win32" });
    expect({ ...result }).toEqual({ PATH: "C:\\b", SystemRoot: "C:\\Windows", TACKLEBOX_BOX: "id" });
  });

  test("takes a declared __proto__ for a plain name", () => {
    const declared = JSON.parse('{"__proto__":"x"}') as Record<string, string>;
    const result = childEnvironment({ inherited: {}, declared, marks: {}, platform: "linux" });
    expect(Object.keys(result)).toEqual(["__proto__"]);
  });
});
