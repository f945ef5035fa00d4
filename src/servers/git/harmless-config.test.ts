import { describe, expect, it } from "vitest";
import { configVariables, harmlessConfig } from "./harmless-config.ts";

function settings(keys: readonly string[], isRead = true): Record<string, string> {
  return Object.fromEntries(harmlessConfig(keys, { isRead }).map(({ key, value }) => [key, value]));
}

describe("the settings for a repository", () => {
  it("always leave no program to run", () => {
    expect(settings([])).toMatchObject({
      "core.fsmonitor": "false",
      "credential.helper": "",
      "gc.auto": "0",
    });
  });

  it("disarm every driver, whatever its name", () => {
    const names = ["evil", "a.b", "a=b", "E.Vil", " ", "clean", "é"];
    for (const name of names) {
      expect(settings([`filter.${name}.process`])).toMatchObject({
        [`filter.${name}.clean`]: "",
        [`filter.${name}.smudge`]: "",
        [`filter.${name}.process`]: "",
      });
      expect(
        settings([`diff.${name}.textconv`, `merge.${name}.driver`, `hook.${name}.command`]),
      ).toMatchObject({
        [`diff.${name}.textconv`]: "false",
        [`merge.${name}.driver`]: "false",
        [`hook.${name}.enabled`]: "false",
      });
    }
  });

  it("make a missing filter an error only where its raw file would be stored", () => {
    expect(settings(["filter.lfs.clean"], true)).toMatchObject({ "filter.lfs.required": "false" });
    expect(settings(["filter.lfs.clean"], false)).toMatchObject({ "filter.lfs.required": "true" });
  });

  it("leave harmless keys alone", () => {
    const keys = ["user.name", "diff.word.xfuncname", "remote.origin.url", "branch.main.merge", "filter", ""];
    expect(settings(keys)).toEqual(settings([]));
  });

  it("are numbered for git without a gap", () => {
    expect(
      configVariables([
        { key: "a.b", value: "" },
        { key: "c.d=e.f", value: "g" },
      ]),
    ).toEqual({
      GIT_CONFIG_COUNT: "2",
      GIT_CONFIG_KEY_0: "a.b",
      GIT_CONFIG_VALUE_0: "",
      GIT_CONFIG_KEY_1: "c.d=e.f",
      GIT_CONFIG_VALUE_1: "g",
    });
  });
});
