/** `tackle config edit`: opens the file in the person's editor, then checks it. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { formatForFile, loadFormat } from "../../../config/formats/for-file.ts";
import { TackleError } from "../../../errors.ts";
import { atomicWrite } from "../../../util/atomic-write.ts";
import { splitWords } from "../../../util/split-words.ts";
import { targetFile } from "../../add-server.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { noWords } from "../../read-config.ts";
import { validateConfig } from "./validate.ts";

export async function editConfig(invocation: Invocation): Promise<CommandResult> {
  noWords(invocation, "config edit");
  const { env } = invocation.surroundings;
  const file = targetFile(invocation);
  const [editor, ...args] = splitWords(env["VISUAL"] ?? env["EDITOR"] ?? "");
  if (editor === undefined) {
    const hint = `Set EDITOR, or open the file yourself: ${file}`;
    throw new TackleError({
      code: "usage",
      message: "No editor is known: neither VISUAL nor EDITOR is set",
      hint,
    });
  }
  if (!existsSync(file)) {
    const format = await loadFormat(formatForFile(file) ?? "json");
    await atomicWrite(file, format.stringify({ mcpServers: {} }), {
      createParents: true,
      expectedHash: null,
    });
  }
  await run(editor, [...args, file]);
  return validateConfig({ ...invocation, words: [file] });
}

function run(editor: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(editor, args, { stdio: ["inherit", process.stderr, "inherit"] });
    child.once("error", (cause) => {
      const hint = "Check VISUAL and EDITOR.";
      reject(
        new TackleError({
          code: "usage",
          message: `The editor '${editor}' did not start: ${cause.message}`,
          hint,
          cause,
        }),
      );
    });
    child.once("exit", (code, signal) => {
      if (code === 0) resolve();
      else
        reject(
          new TackleError({
            code: "execution",
            message: `The editor ended with ${signal ?? `exit code ${code}`}`,
          }),
        );
    });
  });
}
