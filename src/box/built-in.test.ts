import { expect, it } from "vitest";
import { BUILT_IN_SERVERS } from "../config/built-in-servers.ts";
import { SKILL } from "../util/skills/is-skill.ts";
import { createLogger } from "../util/log/logger.ts";
import { createRedactor } from "../util/redact.ts";
import { builtInServers } from "./built-in.ts";

it("starts every server that the configuration knows as built in, and no other", () => {
  const none = (): never => {
    throw new Error("nothing is started here");
  };
  const log = createLogger({ level: "error", redactor: createRedactor(), sinks: [] });
  const surroundings = { store: none, env: {}, log, runScript: none, envFileOf: () => ({}) };
  const started = [...builtInServers(surroundings).keys()];
  const names = BUILT_IN_SERVERS.map(({ name }) => name);
  expect(started.filter((name) => name !== SKILL).toSorted()).toEqual(names);
});
