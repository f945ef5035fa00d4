/** `tackle types`: all tools as TypeScript declarations, for an editor or a compiler that checks code before it runs. */
import type { CatalogTool } from "../../catalog/snapshot.ts";
import { declarationsOf } from "../../signature/declarations-of.ts";
import type { Command } from "../command.ts";
import { documentCatalog } from "../documented-catalog.ts";
import { withBox } from "../open-box.ts";
import { catalogNotes } from "../output/catalog-notes.ts";
import { permittedTools } from "../permitted-tools.ts";
import { noWords, readConfig } from "../read-config.ts";

export const typesCommand: Command = {
  usage: ["types"],
  description:
    "Starts the servers and prints their tools as TypeScript declarations of 'device', with comments and result types.\n" +
    "Tools that the policy denies you are left out. A result type marked 'as seen' was learned from earlier results; the\n" +
    "server does not promise it.",
  examples: [
    ["tackle types > tools.d.ts", "for an editor that knows what code may call"],
    ["tackle types --json", "for programs: {declarations, tools, troubles}"],
  ],
  async run(invocation) {
    noWords(invocation, "types");
    const config = await readConfig(invocation);
    return withBox(invocation, config, async (box) => {
      await box.open();
      const troubles = await box.meet({ isAnew: true });
      const docs = documentCatalog(box, config);
      const permitted = permittedTools(box, box.catalog.tools);
      const shown = new Set(permitted.tools);
      const isShown = (tool: CatalogTool) => shown.has(tool);
      const declarations = declarationsOf(box.catalog, { ...docs, isShown });
      const tools = permitted.tools.filter(({ held }) => !held).length;
      const notes = [...catalogNotes(box), ...docs.names.problems, ...permitted.notes];
      return { json: { declarations, tools, troubles }, human: declarations.trimEnd(), notes };
    });
  },
};
