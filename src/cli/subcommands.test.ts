import { expect, it } from "vitest";
import { COMMANDS } from "./command-list.ts";
import { noSubcommand, SUBCOMMANDS } from "./subcommands.ts";

const known: Readonly<Record<string, readonly string[]>> = SUBCOMMANDS;

it.each([...COMMANDS].filter(([name]) => name !== "completion"))(
  "names every second word in the usage of %s",
  async (name, entry) => {
    const { usage } = await entry.load();
    const second = usage.flatMap((line) => /^[a-z-]+ \[?([a-z]+)\b\]?(?![=…])/.exec(line)?.[1] ?? []);
    expect([...new Set(second)].toSorted()).toEqual([...(known[name] ?? [])].toSorted());
  },
);

it("offers the nearest, or all of them", () => {
  expect(noSubcommand("token", "crate").hint).toBe("Did you mean 'tackle token create'?");
  expect(noSubcommand("skills", "fly").hint).toBe("Use list, new or test.");
  expect(noSubcommand("audit", "x").hint).toBe("Use verify.");
});
