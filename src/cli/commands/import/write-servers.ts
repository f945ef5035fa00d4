/** Adds the chosen servers to their files, one after the other. What was written before a failure stays. */
import { editConfigFile } from "../../../config/edit-file.ts";
import type { PlannedServer } from "../../../config/import-clients/plan-import.ts";
import { TackleError } from "../../../errors.ts";
import { toTerminalText } from "../../../util/terminal-text.ts";
import type { Invocation } from "../../command.ts";

export async function writeServers(
  chosen: readonly PlannedServer[],
  { surroundings }: Invocation,
): Promise<void> {
  const written: string[] = [];
  for (const { as: name, server, target } of chosen) {
    try {
      await editConfigFile(target.file, { kind: "add", name, server }, surroundings.env);
      written.push(toTerminalText(name));
    } catch (error) {
      if (!(error instanceof TackleError) || written.length === 0) throw error;
      const { code, message } = error;
      const hint = `Added before that, and kept: ${written.join(", ")}.`;
      throw new TackleError({ code, message, hint, cause: error });
    }
  }
}
