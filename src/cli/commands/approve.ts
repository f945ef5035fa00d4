/** `tackle approve`: allows a tool for always where the policy would ask, and takes that back. */
import { serverFingerprint } from "../../box/server-fingerprint.ts";
import { approvalKey } from "../../gate/approvals.ts";
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Command } from "../command.ts";
import { withBox } from "../open-box.ts";
import { names, renderTable } from "../output/table.ts";
import { readConfig, tooManyWords } from "../read-config.ts";
import { missingWord } from "../missing-word.ts";

export const approveCommand: Command = {
  usage: ["approve", "approve NAME", "approve --revoke NAME"],
  description:
    "Allows a tool for always, for callers whose calls would ask (agents). It is for the tool and the server as they are\n" +
    "now: when either changes, the next call asks again. Without a name it lists what is allowed.",
  options: { revoke: { type: "boolean", description: "Take it back" } },
  examples: [
    ["tackle approve", "what is allowed for always"],
    ["tackle approve files.read_file", "allow it"],
    ["tackle approve --revoke files.read_file", "ask again"],
  ],
  async run(invocation) {
    const { words, options, terminal } = invocation;
    const [name, ...others] = words;
    if (others.length > 0) throw tooManyWords(others, "approve [NAME]");
    if (name === undefined && options.flag("revoke"))
      throw missingWord("name of a tool", "approve --revoke NAME");
    const config = await readConfig(invocation);
    return withBox(invocation, config, async (box) => {
      if (name === undefined) {
        const all = box.store.approvals.list();
        const rows = all.map(({ server, tool, decidedAt }) => [
          server,
          tool,
          new Date(decidedAt).toISOString(),
        ]);
        const human =
          rows.length === 0
            ? "Nothing is allowed for always."
            : renderTable({ columns: [names("SERVER"), names("TOOL"), "SINCE"], rows }, terminal);
        return { json: all, human };
      }
      const found = await box.find(name);
      const { server, tool, fingerprint: toolFingerprint } = found;
      const key = { server, tool, toolFingerprint, serverFingerprint: serverFingerprint(server, config) };
      // All of them, also those for an earlier form of the tool: it might come back.
      const given = box.store.approvals.list().filter((one) => one.server === server && one.tool === tool);
      const shown = `'${toTerminalText(found.name)}'`;
      if (!options.flag("revoke")) {
        box.approvals.allow(key);
        box.note("approval", { server, tool }, "always");
        return { json: { server, tool, approved: true }, human: `${shown} is allowed for always` };
      }
      for (const one of given) await box.approvals.withdraw(approvalKey(one));
      const revoked = given.length > 0;
      if (revoked) box.note("approval", { server, tool }, "withdrawn");
      const human = revoked
        ? `${shown} asks again`
        : `${shown} was not allowed for always: there is nothing to revoke`;
      return { json: { server, tool, approved: false, revoked }, human };
    });
  },
};
