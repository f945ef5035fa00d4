/** `tackle token create|list|revoke`: who may use the gateway from other machines, or with `--require-token` at all. */
import type { Command, Option } from "../command.ts";
import { noSubcommand } from "../subcommands.ts";

const CREATE_OPTIONS = {
  profile: {
    type: "string",
    multiple: true,
    value: "NAME",
    description: "A profile that it opens, /mcp/NAME (default: everything)",
  },
  expires: {
    type: "string",
    value: "TIME",
    description: "How long it is good: 12h, 30d (default: for ever)",
  },
  rate: { type: "string", value: "N", description: "Most requests a minute (default: as for any client)" },
} as const satisfies Record<string, Option>;

export const tokenCommand: Command = {
  usage: ["token create NAME", "token list", "token revoke NAME|ID"],
  description:
    "Makes tokens for clients of 'tackle serve', lists them, and takes them back. A token is shown once, when it is made;\n" +
    "what is kept is a hash of it. A running gateway takes every change over at once.",
  options: CREATE_OPTIONS,
  examples: [
    ["tackle token create laptop", "opens everything"],
    ["tackle token create ci --profile build --expires 30d", "opens /mcp/build for a month"],
    ["tackle token list", "names, limits and ids, never a token"],
    ["tackle token revoke laptop", "takes it back, also from clients that are connected"],
  ],
  parts: {
    create: {
      usage: ["token create NAME"],
      description:
        "Makes a token and prints it, alone on stdout. Clients send it as 'Authorization: Bearer TOKEN'. A token that is limited\n" +
        "to profiles opens /mcp/PROFILE for each, and /mcp only if 'default' is among them.",
      options: CREATE_OPTIONS,
      examples: [
        ["tackle token create laptop", "opens everything"],
        ["tackle token create ci --profile build --profile default", "opens /mcp/build and /mcp"],
        ["tackle token create crawler --rate 60", "for 60 requests a minute"],
        ["export TACKLE_TOKEN=$(tackle token create shell --expires 12h)", "for this shell"],
      ],
    },
    list: {
      usage: ["token list"],
      description:
        "Lists the tokens with their limits. The tokens themselves are not kept, only a hash of each.",
      examples: [
        [
          "tackle token list --json",
          "for programs: [{id, name, profiles, rate, createdAt, expiresAt, isExpired}]",
        ],
      ],
    },
    revoke: {
      usage: ["token revoke NAME|ID"],
      description:
        "Takes a token back. What its clients have open at a running gateway is ended within seconds.",
      examples: [
        ["tackle token revoke laptop", "by its name"],
        ["tackle token revoke 4f1d2c3b4a59", "by its id, where several have the same name"],
      ],
    },
  },
  async run(invocation) {
    const [verb = "list", ...words] = invocation.words;
    const inner = { ...invocation, words };
    switch (verb) {
      case "create":
        return (await import("./token/create.ts")).createToken(inner);
      case "list":
        return (await import("./token/list.ts")).listTokens(inner);
      case "revoke":
        return (await import("./token/revoke.ts")).revokeToken(inner);
      default:
        throw noSubcommand("token", verb);
    }
  },
};
