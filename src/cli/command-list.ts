/** Every command with its one-line summary, and how to load it: a command's code is read only when it is used. */
import type { Command } from "./command.ts";

export interface CommandEntry {
  readonly summary: string;
  readonly group: "Servers" | "Running" | "Configuration" | "Setup";
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
