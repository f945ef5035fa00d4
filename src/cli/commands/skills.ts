/** `tackle skills list|new|test`. */
import { CALL_TIMEOUT_OPTION } from "../call-timeout.ts";
import type { Command, Option } from "../command.ts";
import { noSubcommand } from "../subcommands.ts";

const NEW_OPTIONS = {
  js: { type: "boolean", description: "Write JavaScript instead of TypeScript" },
  scope: {
    type: "string",
    short: "s",
    value: "user|project",
    choices: ["user", "project"],
    description: "Where 'new' writes it: for you everywhere (the default), or into this project",
  },
} as const satisfies Record<string, Option>;

const TEST_OPTIONS = {
  args: { type: "string", value: "JSON", description: "All arguments of 'test' as one JSON object" },
  ...CALL_TIMEOUT_OPTION,
} as const satisfies Record<string, Option>;

export const skillsCommand: Command = {
  usage: ["skills list", "skills new NAME [--js]", "skills test NAME [TOOL key=value…]"],
  description:
    "Skills are tools of your own: the exported functions of skills/NAME/skill.{ts,js,mjs}, in a project or in\n" +
    "~/.config/tacklebox. Their types and comments become the tools' parameters and descriptions.\n" +
    "A project's skills are code that came with it: they run only once 'tackle trust' has approved them.",
  options: { ...NEW_OPTIONS, ...TEST_OPTIONS },
  examples: [
    ["tackle skills list", "which there are, their tools, and what is wrong with them"],
    ["tackle skills new weather", "a small example to start from"],
    ["tackle skills test weather", "does it load?"],
    ["tackle skills test weather forecast city=Bern", "call one of its tools"],
  ],
  parts: {
    list: {
      usage: ["skills list"],
      description: "Lists the skills with their tools and problems. Nothing of them is run.",
      examples: [
        ["tackle skills list --json", "for programs: [{name, source, status, file, tools, problems}]"],
      ],
    },
    new: {
      usage: ["skills new NAME [--js] [--scope user|project]"],
      description: "Writes a small example, with comments, that works as it is. Nothing is overwritten.",
      options: NEW_OPTIONS,
      examples: [["tackle skills new weather --scope project", "for everyone in this project"]],
    },
    test: {
      usage: ["skills test NAME", "skills test NAME TOOL key=value…", "skills test NAME TOOL --args JSON"],
      description:
        "Loads a skill and shows its tools, or calls one of them. What it prints goes to stderr. Exit code 1 on failure.",
      options: TEST_OPTIONS,
      examples: [["tackle skills test weather forecast city=Bern days=3", "call one of its tools"]],
    },
  },
  async run(invocation) {
    const [verb = "list", ...words] = invocation.words;
    const inner = { ...invocation, words };
    switch (verb) {
      case "list":
        return (await import("./skills/list.ts")).listSkills(inner);
      case "new":
        return (await import("./skills/new.ts")).newSkill(inner);
      case "test":
        return (await import("./skills/test.ts")).testSkill(inner);
      default:
        throw noSubcommand("skills", verb);
    }
  },
};
