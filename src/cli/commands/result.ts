/** `tackle result ID`: the whole of a result that was cut. */
import { toTerminalText } from "../../util/terminal-text.ts";
import type { Command } from "../command.ts";
import { withStore } from "../open-store.ts";
import { missingWord } from "../missing-word.ts";
import { tooManyWords } from "../read-config.ts";

export const resultCommand: Command = {
  usage: ["result ID"],
  description:
    "Prints a long result whole. A result that was cut for its reader says under which id it is kept.",
  examples: [["tackle result 2f1c… > page.txt", "into a file"]],
  async run(invocation) {
    const { words, terminal } = invocation;
    const [id, ...others] = words;
    if (id === undefined) throw missingWord("id of a result", "result ID");
    if (others.length > 0) throw tooManyWords(others, "result ID");
    return withStore(invocation, async (store) => {
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
    });
  },
};
