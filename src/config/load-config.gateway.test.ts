import { describe, expect, it } from "vitest";
import { messages, options, projectFile, useConfigHome, userFile } from "./fixtures/config-home.ts";
import { loadConfig } from "./load-config.ts";

useConfigHome();

const DEFAULTS = {
  requestsPerMinute: undefined,
  burst: undefined,
  requestsAtOnce: 256,
  streamsAtOnce: 256,
};

async function limitsOf(gateway: unknown) {
  userFile("config.json", JSON.stringify({ settings: { gateway } }));
  const config = await loadConfig(options());
  return { limits: config.settings.gateway, problems: config.problems };
}

describe("the limits of the gateway's clients", () => {
  it("are generous where nothing is said", async () => {
    expect((await loadConfig(options())).settings.gateway).toEqual(DEFAULTS);
  });

  it("are what the user says, and for the rest as if nothing was said", async () => {
    const { limits, problems } = await limitsOf({ requestsPerMinute: 600, requestsAtOnce: 8 });
    expect(limits).toEqual({ ...DEFAULTS, requestsPerMinute: 600, requestsAtOnce: 8 });
    expect(problems).toEqual([]);
  });

  it.each([
    [{ requestsAtOnce: 0 }, /whole number from 1 to 1000000/],
    [{ requestsPerMinute: "60" }, /whole number/],
    [{ burst: 1.5 }, /whole number/],
    [{ streamsAtOnce: null }, /whole number/],
    [5, /a map/],
  ])("cannot be %j", async (gateway, expected) => {
    const { problems } = await limitsOf(gateway);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ severity: "error", message: expect.stringMatching(expected) });
  });

  it("are not lost by a misspelling without a word", async () => {
    const { problems } = await limitsOf({ requestPerMinute: 60 });
    expect(problems[0]).toMatchObject({ severity: "error", fix: "Did you mean 'requestsPerMinute'?" });
  });

  it("are no matter of a project's file", async () => {
    projectFile("tackle.json", JSON.stringify({ settings: { gateway: { requestsAtOnce: 1 } } }));
    const config = await loadConfig(options());
    expect(config.settings.gateway).toEqual(DEFAULTS);
    expect(messages(config)).toEqual(["'gateway' is ignored: a project's file cannot decide this for you"]);
  });
});

describe("a profile", () => {
  const profileOf = async (profile: unknown) => {
    userFile("config.json", JSON.stringify({ settings: { profiles: { read: profile } } }));
    return loadConfig(options());
  };

  it("may name resources and prompts, and says nothing of them where it does not", async () => {
    const { settings, problems } = await profileOf({
      tools: ["read_*"],
      resources: ["docs://*"],
      prompts: [],
    });
    expect(problems).toEqual([]);
    expect(settings.profiles["read"]).toMatchObject({ resources: ["docs://*"], prompts: [] });
    const nothing = (await profileOf({})).settings.profiles["read"];
    expect(nothing).toMatchObject({ resources: undefined, prompts: undefined });
  });

  it.each([
    [{ resources: 5 }, /list/],
    [{ prompts: [{}] }, /text|string/],
    [{ resource: ["a"] }, /Unknown key 'resource'/],
  ])("cannot be %j", async (profile, expected) => {
    const { problems } = await profileOf(profile);
    expect(problems).toMatchObject([{ severity: "error", message: expect.stringMatching(expected) }]);
  });
});
