/** Whether an entry is switched on: by its own word, and by a switch for its whole file, which outdoes it. */
import { formatForFile, loadFormat } from "../config/formats/for-file.ts";
import { ConfigSyntaxError } from "../config/formats/format.ts";
import { nodeAt, type ConfigNode } from "../config/formats/node.ts";
import { readConfigText } from "../config/read-file.ts";
import { readShapes } from "../config/shapes/read-shapes.ts";

export interface SwitchState {
  readonly isOn: boolean;
  /** The key by which the file switches all its servers off, such as `mcp.enabled`. */
  readonly fileSwitch: string | undefined;
}

const ON: SwitchState = { isOn: true, fileSwitch: undefined };

/** Looks at that one file alone: an entry of the same name in a higher source does not count. */
export async function readSwitchState(file: string, name: string): Promise<SwitchState> {
  const root = await readRootOf(file);
  if (root === undefined) return ON;
  const { servers, settings } = readShapes(root);
  const entry = servers.find((server) => server.name === name);
  if (entry === undefined) return ON;
  const isOff = isFalse(entry.fields?.find((field) => field.key === "enabled")?.value);
  const isFileOff = settings.some(({ key, value }) => key === "enabled" && isFalse(value));
  return { isOn: !isOff, fileSwitch: isFileOff ? fileSwitchOf(root) : undefined };
}

async function readRootOf(file: string): Promise<ConfigNode | undefined> {
  const format = formatForFile(file);
  if (format === undefined) return undefined;
  try {
    return (await loadFormat(format)).parse(readConfigText(file));
  } catch (error) {
    if (error instanceof ConfigSyntaxError) return undefined; // an edit may have left it empty; reading it says the rest
    throw error;
  }
}

function fileSwitchOf(root: ConfigNode): string {
  return isFalse(nodeAt(root, ["mcp", "enabled"])) ? "mcp.enabled" : "settings.enabled";
}

function isFalse(node: ConfigNode | undefined): boolean {
  return node?.kind === "scalar" && node.value === false;
}
