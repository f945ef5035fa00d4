/** Every command with its one-line summary, and how to load it: a command's code is read only when it is used. */
import type { Command } from "./command.ts";

export interface CommandEntry {
  readonly summary: string;
  readonly group: "Servers" | "Running" | "Tools" | "Records" | "Configuration" | "Setup";
  load(): Promise<Command>;
}

export const COMMANDS: ReadonlyMap<string, CommandEntry> = new Map(
  Object.entries({
    add: {
      summary: "Add a server",
      group: "Servers",
      load: async () => (await import("./commands/add.ts")).addCommand,
    },
    "add-json": {
      summary: "Add a server given as JSON",
      group: "Servers",
      load: async () => (await import("./commands/add-json.ts")).addJsonCommand,
    },
    remove: {
      summary: "Remove a server",
      group: "Servers",
      load: async () => (await import("./commands/remove.ts")).removeCommand,
    },
    enable: {
      summary: "Let a server start",
      group: "Servers",
      load: async () => (await import("./commands/switch.ts")).enableCommand,
    },
    disable: {
      summary: "Keep a server from starting",
      group: "Servers",
      load: async () => (await import("./commands/switch.ts")).disableCommand,
    },
    toggle: {
      summary: "Switch a server on or off",
      group: "Servers",
      load: async () => (await import("./commands/switch.ts")).toggleCommand,
    },
    list: {
      summary: "List the servers",
      group: "Servers",
      load: async () => (await import("./commands/list.ts")).listCommand,
    },
    get: {
      summary: "Show one server",
      group: "Servers",
      load: async () => (await import("./commands/get.ts")).getCommand,
    },
    serve: {
      summary: "Offer all servers as one MCP server",
      group: "Running",
      load: async () => (await import("./commands/serve.ts")).serveCommand,
    },
    connect: {
      summary: "Write the gateway into another client's configuration",
      group: "Running",
      load: async () => (await import("./commands/connect.ts")).connectCommand,
    },
    presets: {
      summary: "List the servers that can be added by name",
      group: "Servers",
      load: async () => (await import("./commands/presets.ts")).presetsCommand,
    },
    import: {
      summary: "Add the servers of other clients",
      group: "Servers",
      load: async () => (await import("./commands/import.ts")).importCommand,
    },
    token: {
      summary: "Make, list and revoke tokens for the gateway's clients",
      group: "Running",
      load: async () => (await import("./commands/token.ts")).tokenCommand,
    },
    status: {
      summary: "Start the servers and show how each is",
      group: "Running",
      load: async () => (await import("./commands/status.ts")).statusCommand,
    },
    test: {
      summary: "Start one server, list what it offers, stop it",
      group: "Running",
      load: async () => (await import("./commands/test.ts")).testCommand,
    },
    logs: {
      summary: "Show what a server wrote",
      group: "Running",
      load: async () => (await import("./commands/logs.ts")).logsCommand,
    },
    tools: {
      summary: "List the tools of all servers",
      group: "Tools",
      load: async () => (await import("./commands/tools.ts")).toolsCommand,
    },
    skills: {
      summary: "List, write and try your own tools",
      group: "Tools",
      load: async () => (await import("./commands/skills.ts")).skillsCommand,
    },
    search: {
      summary: "Find tools by what they do",
      group: "Tools",
      load: async () => (await import("./commands/search.ts")).searchCommand,
    },
    docs: {
      summary: "Show tools as code calls them",
      group: "Tools",
      load: async () => (await import("./commands/docs.ts")).docsCommand,
    },
    types: {
      summary: "Print all tools as TypeScript declarations",
      group: "Tools",
      load: async () => (await import("./commands/types.ts")).typesCommand,
    },
    call: {
      summary: "Call a tool",
      group: "Tools",
      load: async () => (await import("./commands/call.ts")).callCommand,
    },
    exec: {
      summary: "Run a program that calls tools",
      group: "Tools",
      load: async () => (await import("./commands/exec.ts")).execCommand,
    },
    scripts: {
      summary: "Keep programs, and offer them as tools",
      group: "Tools",
      load: async () => (await import("./commands/scripts.ts")).scriptsCommand,
    },
    resources: {
      summary: "List resources, or read one",
      group: "Tools",
      load: async () => (await import("./commands/resources.ts")).resourcesCommand,
    },
    prompts: {
      summary: "List prompts, or fill one in",
      group: "Tools",
      load: async () => (await import("./commands/prompts.ts")).promptsCommand,
    },
    result: {
      summary: "Print a long result whole",
      group: "Tools",
      load: async () => (await import("./commands/result.ts")).resultCommand,
    },
    stats: {
      summary: "Show how tools were used",
      group: "Records",
      load: async () => (await import("./commands/stats.ts")).statsCommand,
    },
    audit: {
      summary: "Show and verify what happened",
      group: "Records",
      load: async () => (await import("./commands/audit.ts")).auditCommand,
    },
    approve: {
      summary: "Allow a tool for always, or take that back",
      group: "Records",
      load: async () => (await import("./commands/approve.ts")).approveCommand,
    },
    pins: {
      summary: "Show what servers changed in their tools, and accept it",
      group: "Records",
      load: async () => (await import("./commands/pins.ts")).pinsCommand,
    },
    trust: {
      summary: "Approve the servers of this project",
      group: "Configuration",
      load: async () => (await import("./commands/trust.ts")).trustCommand,
    },
    config: {
      summary: "Show, check, find or edit the configuration",
      group: "Configuration",
      load: async () => (await import("./commands/config.ts")).configCommand,
    },
    doctor: {
      summary: "Find out what is wrong and how to mend it",
      group: "Setup",
      load: async () => (await import("./commands/doctor.ts")).doctorCommand,
    },
    completion: {
      summary: "Print the completion script for a shell",
      group: "Setup",
      load: async () => (await import("./commands/completion.ts")).completionCommand,
    },
  } satisfies Record<string, CommandEntry>),
);

/** Other words for commands, which fingers know from elsewhere. */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  ["ls", "list"],
  ["rm", "remove"],
]);
