/** `tackle scripts list|add|show|run|remove`: programs that are kept under a name and offered as tools. */
import type { Command, Option } from "../command.ts";
import { OUTPUT_OPTION } from "../output/save-binaries.ts";
import { EVAL_OPTION } from "../read-program.ts";
import { noSubcommand } from "../subcommands.ts";

const ADD_OPTIONS = {
  ...EVAL_OPTION,
  description: {
    type: "string",
    short: "d",
    value: "TEXT",
    description: "What the script does, for whoever looks for it",
  },
  parameters: {
    type: "string",
    value: "SCHEMA",
    description: "JSON Schema of its input: a file, or the JSON itself",
  },
  force: { type: "boolean", description: "Replace a script of the same name" },
} as const satisfies Record<string, Option>;

const RUN_OPTIONS = {
  args: { type: "string", value: "JSON", description: "All arguments as one JSON object; - for stdin" },
  ...OUTPUT_OPTION,
} as const satisfies Record<string, Option>;

export const scriptsCommand: Command = {
  usage: [
    "scripts [list]",
    "scripts add NAME FILE | -e CODE | -",
    "scripts show NAME",
    "scripts run NAME key=value… | --args JSON",
    "scripts remove NAME…",
  ],
  description:
    "Keeps programs (see 'tackle exec --help') under a name. Each is a tool of the server 'scripts': found by search, called\n" +
    "by agents, clients and other programs, with the rights of whoever calls it. A program finds its arguments in the\n" +
    "constant 'input'. The files are in ~/.config/tacklebox/scripts and may be edited by hand.",
  options: { ...ADD_OPTIONS, ...RUN_OPTIONS },
  examples: [
    ["tackle scripts add count_lines count.ts -d 'Counts the lines of files'", "keep a program"],
    [
      `tackle scripts add greet -e 'return "Hello " + input.name' --parameters greet.schema.json`,
      "one with parameters",
    ],
    ["tackle scripts run greet name=Ada", "call it"],
    ["tackle call greet name=Ada", "the same, as for any other tool"],
  ],
  parts: {
    list: {
      usage: ["scripts list"],
      description: "Lists the scripts, and the files that cannot be offered with the reason.",
      examples: [
        ["tackle scripts list --json", "for programs: [{name, description, parameters, file, problem}]"],
      ],
    },
    add: {
      usage: ["scripts add NAME FILE", "scripts add NAME -e CODE", "scripts add NAME -"],
      description:
        "Keeps a program. A doc comment at its top may say what it does and, after @parameters, the JSON Schema of its input;\n" +
        "--description and --parameters write that comment.",
      options: ADD_OPTIONS,
      examples: [["tackle scripts add report report.ts", "with the comment that the file has"]],
    },
    show: {
      usage: ["scripts show NAME"],
      description: "Prints a script as it is in its file.",
      examples: [["tackle scripts show report > report.ts", "to change it and add it again with --force"]],
    },
    run: {
      usage: ["scripts run NAME key=value…", "scripts run NAME --args JSON"],
      description: "Calls a script. Values are typed by its parameters. What it prints goes to stderr.",
      options: RUN_OPTIONS,
      examples: [["tackle scripts run report days=7", "arguments as words"]],
    },
    remove: {
      usage: ["scripts remove NAME…"],
      description: "Removes scripts with their files.",
      examples: [["tackle scripts remove report", "it is gone for good"]],
    },
  },
  async run(invocation) {
    const [verb = "list", ...words] = invocation.words;
    const inner = { ...invocation, words };
    switch (verb) {
      case "list":
        return (await import("./scripts/list.ts")).listScripts(inner);
      case "add":
        return (await import("./scripts/add.ts")).addScript(inner);
      case "show":
        return (await import("./scripts/show.ts")).showScript(inner);
      case "run":
        return (await import("./scripts/run.ts")).runScript(inner);
      case "remove":
        return (await import("./scripts/remove.ts")).removeScripts(inner);
      default:
        throw noSubcommand("scripts", verb);
    }
  },
};
