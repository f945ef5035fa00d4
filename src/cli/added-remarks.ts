/** What whoever added a server should know: that it will not be used as it stands, or that a secret is now in a file. */
import type { ConfiguredServer } from "../config/config.ts";
import type { WrittenServer } from "../config/edit-file.ts";
import { isSecretName } from "../util/redact.ts";
import { toTerminalText } from "../util/terminal-text.ts";
import { placeOf } from "./output/place-of.ts";
import { readSwitchState } from "./switch-state.ts";

export interface AddedServer {
  readonly name: string;
  readonly file: string;
  readonly server: WrittenServer;
  /** The entry of this name that is in use now. */
  readonly inUse: ConfiguredServer | undefined;
}

export async function remarksOnAdded(added: AddedServer): Promise<string[]> {
  const { name, file, server, inUse } = added;
  const shown = toTerminalText(name);
  const { fileSwitch } = await readSwitchState(file, name);
  const isHidden = inUse !== undefined && inUse.origin.file !== file;
  const [hides] = isHidden ? [] : (inUse?.shadows ?? []);
  return [
    isHidden ? `It is not used: another '${shown}', in ${placeOf(inUse.origin)}, hides it.` : [],
    hides === undefined ? [] : `It hides another '${shown}', in ${placeOf(hides)}.`,
    fileSwitch === undefined
      ? []
      : `It does not start: '${fileSwitch}' is false in ${file}, which switches the whole file off.`,
    ...[server["env"], server["headers"]].map((values) => literalSecrets(values, added)),
  ].flat();
}

function literalSecrets(
  values: WrittenServer[string] | undefined,
  { name, file }: Pick<AddedServer, "name" | "file">,
): string[] {
  if (typeof values !== "object" || Array.isArray(values)) return [];
  return Object.entries(values).flatMap(([key, value]) => {
    if (!isSecretName(key) || typeof value !== "string" || value === "" || /\$\{|^env:/.test(value))
      return [];
    const [scheme = ""] = /^(Bearer|Basic|Token) /i.exec(value) ?? [];
    const variable = scheme === "" ? key : `${name}_TOKEN`;
    const instead = `${scheme}\${${variable.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_")}}`;
    return [
      `The value of '${toTerminalText(key)}' now stands in ${file}. To keep it out, write '${instead}' in its place and set that variable.`,
    ];
  });
}
