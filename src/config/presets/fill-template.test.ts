import { describe, expect, it } from "vitest";
import { fillTemplate } from "./fill-template.ts";
import type { Need, ServerTemplate } from "./preset.ts";

const variable = (name: string, more: Partial<Need> = {}): Need => ({
  name,
  about: name,
  isRequired: true,
  isSecret: true,
  kind: "variable",
  ...more,
});
const argument = (name: string, more: Partial<Need> = {}): Need =>
  variable(name, { kind: "argument", isSecret: false, ...more });

function fill(template: ServerTemplate, given: Record<string, string[]> = {}, set: string[] = []) {
  const { server, values, missing } = fillTemplate(template, {
    given: (need) => given[need.name] ?? [],
    isSet: (name) => set.includes(name),
  });
  return { server, values, missing: missing.map(({ name }) => name) };
}

const server = { command: "x", args: ["a"] };

describe("a variable", () => {
  it("stays a reference, and its value goes elsewhere", () => {
    expect(fill({ server, needs: [variable("KEY")] }, { KEY: ["canary"] })).toEqual({
      server: { ...server, env: { KEY: "${KEY}" } },
      values: { KEY: "canary" },
      missing: [],
    });
  });

  it("that has a value already is not stored again", () => {
    expect(fill({ server, needs: [variable("KEY")] }, {}, ["KEY"])).toMatchObject({
      values: {},
      missing: [],
    });
  });

  it("that is required and unknown is referred to and missed", () => {
    const filled = fill({ server, needs: [variable("KEY")] });
    expect(filled).toMatchObject({ server: { env: { KEY: "${KEY}" } }, missing: ["KEY"] });
  });

  it("that is optional and unknown leaves no trace", () => {
    expect(fill({ server, needs: [variable("KEY", { isRequired: false })] })).toEqual({
      server,
      values: {},
      missing: [],
    });
  });

  it("goes to its header, or to where the server's texts name it", () => {
    const header = variable("T", { header: ["Authorization", "Bearer ${T}"] });
    expect(fill({ server: { url: "https://x" }, needs: [header] }).server).toEqual({
      url: "https://x",
      headers: { Authorization: "Bearer ${T}" },
    });
    const named = { ...server, env: { DSN: "${URL}" } };
    expect(fill({ server: named, needs: [variable("URL")] }).server).toEqual(named);
  });

  it("has its default in the reference", () => {
    const need = variable("HOST", { fallback: "localhost" });
    expect(fill({ server, needs: [need] })).toMatchObject({
      server: { env: { HOST: "${HOST:-localhost}" } },
      missing: [],
    });
    const named = { url: "https://x/${HOST}/y" };
    expect(fill({ server: named, needs: [need] }).server).toEqual({ url: "https://x/${HOST:-localhost}/y" });
  });
});

describe("an argument", () => {
  const template = { server: { command: "x", args: ["${DIR}", "--in=${DIR}"] } };

  it("is written in its place, as many times as it is given", () => {
    const needs = [argument("DIR")];
    expect(fill({ ...template, needs }, { DIR: ["/a", "/b"] })).toEqual({
      server: { command: "x", args: ["/a", "/b", "--in=/a"] },
      values: {},
      missing: [],
    });
    expect(fill({ ...template, needs }, { DIR: ["$& ${HOME}"] }).server["args"]).toEqual([
      "$& ${HOME}",
      "--in=$& ${HOME}",
    ]);
  });

  it("has its default, or is missed as a variable would be", () => {
    const withDefault = fill({ ...template, needs: [argument("DIR", { fallback: "." })] });
    expect(withDefault.server["args"]).toEqual([".", "--in=."]);
    expect(fill({ ...template, needs: [argument("DIR")] })).toMatchObject({
      server: template.server,
      missing: ["DIR"],
    });
  });
});
