import { describe, expect, it } from "vitest";
import { expandVariables } from "../expand-variables.ts";
import { jsonFormat } from "../formats/json.ts";
import { fillTemplate } from "../presets/fill-template.ts";
import { readServerJson } from "./server-json.ts";

const read = (server: object) =>
  readServerJson(jsonFormat.parse(JSON.stringify({ name: "io.x/weather", ...server })), "weather");
const packageOf = (given: object) =>
  read({ packages: [{ version: "1.2.0", transport: { type: "stdio" }, ...given }] }).ways[0];
const remoteOf = (given: object) => read({ remotes: [given] }).ways[0];

/** As it would be written when nothing is known. */
function written(way: ReturnType<typeof packageOf>) {
  if (way?.template === undefined) return way?.reason;
  return fillTemplate(way.template, { given: () => [], isSet: () => false }).server;
}

const npm = { registryType: "npm", identifier: "@x/weather" };

describe("a package of", () => {
  it.each([
    [npm, "npx", ["-y", "@x/weather@1.2.0"]],
    [{ registryType: "pypi", identifier: "weather-mcp" }, "uvx", ["weather-mcp@1.2.0"]],
    [
      { registryType: "oci", identifier: "ghcr.io/x/weather" },
      "docker",
      ["run", "-i", "--rm", "ghcr.io/x/weather:1.2.0"],
    ],
    [
      { registryType: "oci", identifier: "docker.io/x/weather:2" },
      "docker",
      ["run", "-i", "--rm", "docker.io/x/weather:2"],
    ],
    [{ registryType: "nuget", identifier: "X.Weather" }, "dnx", ["X.Weather@1.2.0", "--yes"]],
    [
      {
        registryType: "nuget",
        identifier: "X.Weather",
        registryBaseUrl: "https://api.nuget.org/v3/index.json",
        packageArguments: [{ type: "positional", value: "mcp" }],
      },
      "dnx",
      ["X.Weather@1.2.0", "--yes", "--", "mcp"],
    ],
    [{ registry_type: "npm", identifier: "old" }, "npx", ["-y", "old@1.2.0"]],
  ])("%j is run by %s", (given, command, args) => {
    expect(written(packageOf(given))).toEqual({ command, args });
  });

  it.each([
    [{ registryType: "cargo", identifier: "X" }, /'cargo' cannot be run/],
    [{ registryType: "nuget", identifier: "--source" }, /its name/],
    [
      { registryType: "mcpb", identifier: "https://x/y.mcpb" },
      /unzip it.*manifest\.json.*tackle add NAME --/,
    ],
    [{ registryType: "constructor", identifier: "x" }, /'constructor'/],
    [{ ...npm, identifier: "--registry=https://evil" }, /its name/],
    [{ ...npm, identifier: "git+https://evil/x" }, /its name/],
    [{ ...npm, version: "1 --registry=x" }, /its version/],
    [{ ...npm, registryBaseUrl: "https://evil.example.com" }, /another registry/],
    [{ ...npm, transport: { type: "streamable-http", url: "http://localhost:1" } }, /started by hand/],
  ])("%j cannot be used, with the reason", (given, reason) => {
    expect(packageOf(given)).toMatchObject({ template: undefined, reason: expect.stringMatching(reason) });
  });
});

it("puts arguments and variables where they belong", () => {
  const way = packageOf({
    ...npm,
    runtimeArguments: [{ type: "named", name: "--node-options", value: "--no-warnings" }],
    packageArguments: [
      { type: "positional", value: "start" },
      { type: "positional", valueHint: "city", isRequired: true, description: "The city" },
      { type: "named", name: "--units", default: "metric" },
      { type: "named", name: "--verbose", description: "a switch that nobody asked for" },
      { type: "named", name: "--log", value: "{level}", variables: { level: { default: "info" } } },
      { type: "positional", valueHint: "extra" },
    ],
    environmentVariables: [
      { name: "WEATHER_KEY", isRequired: true, isSecret: true, description: "The key", placeholder: "wk-…" },
      { name: "CACHE", value: "on" },
      { name: "REGION", isRequired: true, default: "eu" },
      { name: "PROXY" },
    ],
  });
  expect(written(way)).toEqual({
    command: "npx",
    args: [
      "-y",
      "--node-options",
      "--no-warnings",
      "@x/weather@1.2.0",
      "start",
      "${WEATHER_CITY}",
      "--units",
      "metric",
      "--log",
      "info",
    ],
    env: { CACHE: "on", WEATHER_KEY: "${WEATHER_KEY}", REGION: "${REGION:-eu}" },
  });
  expect(way?.template?.needs).toContainEqual({
    name: "WEATHER_KEY",
    about: "The key",
    from: "such as wk-…",
    isRequired: true,
    isSecret: true,
    kind: "variable",
  });
});

it("passes variables on to a container by name alone", () => {
  const way = packageOf({
    registryType: "oci",
    identifier: "x/y",
    environmentVariables: [{ name: "KEY", isRequired: true, isSecret: true }],
    runtimeArguments: [
      {
        type: "named",
        name: "--mount",
        value: "type=bind,src={path},dst=/data",
        variables: { path: { isRequired: true } },
      },
    ],
  });
  expect(written(way)).toEqual({
    command: "docker",
    args: [
      "run",
      "-i",
      "--rm",
      "--mount",
      "type=bind,src=${WEATHER_PATH},dst=/data",
      "-e",
      "KEY",
      "x/y:1.2.0",
    ],
    env: { KEY: "${KEY}" },
  });
});

describe("an address", () => {
  it("has its headers and its gaps", () => {
    const way = remoteOf({
      type: "streamable-http",
      url: "https://{tenant}.example.com/mcp",
      variables: { tenant: { isRequired: true, description: "Your tenant" } },
      headers: [
        { name: "Authorization", value: "Bearer {token}", variables: { token: { isSecret: true } } },
        { name: "X-Api-Key", isSecret: true, isRequired: true },
        { name: "X-Optional" },
        { name: "X-Fixed", value: "{untouched}" },
      ],
    });
    expect(written(way)).toEqual({
      url: "https://${WEATHER_TENANT}.example.com/mcp",
      headers: {
        Authorization: "Bearer ${WEATHER_TOKEN}",
        "X-Api-Key": "${WEATHER_X_API_KEY}",
        "X-Fixed": "{untouched}",
      },
    });
  });

  it("of the older kind says so", () => {
    expect(written(remoteOf({ type: "sse", url: "https://x/sse" }))).toEqual({
      type: "sse",
      url: "https://x/sse",
    });
  });

  it.each([
    { type: "streamable-http", url: "http://example.com/mcp" },
    { type: "streamable-http", url: "file:///etc/passwd" },
    { type: "ws", url: "wss://x" },
  ])("that is not safe cannot be used: %j", (given) => {
    expect(remoteOf(given)?.template).toBeUndefined();
  });
});

describe("a stranger's text", () => {
  it("refers to nothing of the reader's", () => {
    const evil = "${HOME} ${file:/etc/passwd} ${secret:X}";
    const escaped = "$${HOME} $${file:/etc/passwd} $${secret:X}";
    const remote = remoteOf({
      type: "streamable-http",
      url: "https://x/mcp",
      headers: [{ name: "A", value: evil }],
    });
    expect(written(remote)).toMatchObject({ headers: { A: escaped } });
    const local = packageOf({
      ...npm,
      packageArguments: [
        { type: "positional", value: evil },
        { type: "named", name: "--x", default: evil },
      ],
      environmentVariables: [
        { name: "A", value: evil },
        { name: "B", isRequired: true, default: evil },
      ],
    });
    expect(written(local)).toMatchObject({
      args: ["-y", "@x/weather@1.2.0", escaped, "--x", escaped],
      env: { A: escaped, B: "${B}" },
    });
  });

  it.each([
    ["{a}{b}", { a: { value: "$" }, b: { value: "{HOME}" } }],
    ["{a}{b}", { a: { default: "$" }, b: { default: "{HOME}" } }],
    ["${a}", { a: { default: "{HOME}" } }],
    ["${a}", { a: { value: "HOME" } }],
    ["$${a}", { a: { default: "HOME" } }],
    ["{a}", { a: { default: "${HOME}" } }],
  ])("makes no reference out of the pieces of %s with %j", (value, variables) => {
    const header = { name: "A", value, variables };
    const server = written(remoteOf({ type: "sse", url: "https://x", headers: [header] }));
    const { text } = expandVariables(JSON.stringify(server), ({ name }) => ({
      kind: "value",
      value: `<${name}>`,
    }));
    expect(text).not.toContain("<HOME>");
  });

  it("that would be a variable as a whole is refused", () => {
    const way = remoteOf({
      type: "sse",
      url: "https://x",
      headers: [{ name: "A", value: "env:AWS_SECRET" }],
    });
    expect(way).toMatchObject({ template: undefined, reason: expect.stringContaining("variable of yours") });
  });

  it("under the names of prototypes is plain data", () => {
    const text = `{"name": "x", "packages": [{"registryType": "npm", "identifier": "x", "environmentVariables": [{"name": "__proto__", "value": "1"}]}]}`;
    const { ways } = readServerJson(jsonFormat.parse(text), "x");
    expect(ways[0]?.template?.server).toEqual({ command: "npx", args: ["-y", "x"] });
  });
});

it.each([{}, { name: "x" }, { name: "x", packages: [] }, []])(
  "refuses what is no server.json: %j",
  (value) => {
    expect(() => readServerJson(jsonFormat.parse(JSON.stringify(value)), "x")).toThrow(
      "This is no server.json",
    );
  },
);

it("reads what the registry's own service answers", () => {
  const text = JSON.stringify({
    server: { name: "io.x/y", remotes: [{ type: "sse", url: "https://x" }] },
    _meta: {},
  });
  expect(readServerJson(jsonFormat.parse(text), "y").name).toBe("io.x/y");
});
