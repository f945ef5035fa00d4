/** `tackle result ID`: the whole of a result that was cut. */
import { TackleError } from "../../errors.ts";
import { openStore } from "../../store/store.ts";
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Command } from "../command.ts";

export const resultCommand: Command = {
  usage: ["result ID"],
  description:
    "Prints a long result whole. A result that was cut for its reader says under which id it is kept.",
  examples: [["tackle result 2f1c… > page.txt", "into a file"]],
  async run({ words, surroundings, log, terminal }) {
    const [id, ...others] = words;
    if (id === undefined || others.length > 0)
      throw new TackleError({ code: "usage", message: "One id is needed", hint: "Usage: tackle result ID" });
    const store = openStore({ env: surroundings.env, onWarning: (warning) => log.warn(warning.message) });
    try {
      const parts: Buffer[] = [];
      let offset: number | undefined = 0;
      let mime = "";
      while (offset !== undefined) {
        const part = await store.results.read(id, { offset });
        parts.push(part.bytes);
        ({ mime, nextOffset: offset } = part);
      }
      const text = Buffer.concat(parts).toString("utf8");
      // A pipe or a file gets it untouched; a terminal must not obey it.
      return {
        json: { id, mime, text },
        human: terminal.stdout.isTTY ? toTerminalText(text, { keepNewlines: true }) : text,
      };
    } finally {
      await store.close();
    }
  },
};
