/**
 * `tackle add git`: switches a server on that is in the box already. A built-in server comes before a preset of the same
 * name, because it needs nothing; whoever gets it is told of the other.
 */
import { builtInHint, builtInMeantBy, type BuiltInServer } from "../../../config/built-in-servers.ts";
import type { ConfiguredServer, ValidServer } from "../../../config/config.ts";
import { presetNamed } from "../../../config/presets/presets.ts";
import { TackleError } from "../../../errors.ts";
import { toTerminalText } from "../../../util/terminal-text.ts";
import { addServer, targetFile } from "../../add-server.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { editServers } from "../../edit-server.ts";
import { placeOf } from "../../output/place-of.ts";
import { isTrusted, readConfig, trustRules } from "../../read-config.ts";
import { addUsage } from "./add-target.ts";
import { withOptions } from "./with-options.ts";

/** The built-in server that is meant: by `--builtin`, or by a name alone unless `--preset` says otherwise. */
export function meantBuiltIn({ options }: Invocation, name: string): BuiltInServer | undefined {
  if (options.text("preset") !== undefined) return undefined;
  const wanted = options.text("builtin") ?? name;
  const found = builtInMeantBy(wanted);
  const mustBe = options.text("builtin") !== undefined || options.text("transport") === "inprocess";
  if (found !== undefined || !mustBe) return found;
  const message = `There is no built-in server '${wanted}'`;
  throw new TackleError({ code: "usage", message, hint: builtInHint(wanted) });
}

export async function addBuiltIn(
  invocation: Invocation,
  name: string,
  builtIn: BuiltInServer,
): Promise<CommandResult> {
  const { options } = invocation;
  const preset = options.text("builtin") === undefined ? presetNamed(name)?.name : undefined;
  refuseSet(invocation, name, preset);
  if (options.text("transport") !== undefined && options.text("transport") !== "inprocess")
    throw addUsage("A built-in server has its transport already");
  const written = name === builtIn.name ? { type: "inprocess" } : { builtin: builtIn.name };
  const wanted = withOptions(written, invocation);
  const isPlain = Object.keys(wanted).length === 1;
  const there = isPlain ? await alreadyThere(invocation, name, builtIn) : undefined;
  const result = await (there === undefined
    ? addServer(invocation, name, wanted)
    : switchOn(invocation, there));
  const about = `${builtIn.name} is built in: ${lowerFirst(builtIn.description)}.`;
  return {
    ...result,
    json: { ...(result.json as object), builtin: builtIn.name },
    human: `${result.human}\n${about}`,
    notes: [...(result.notes ?? []), ...otherNote(name, preset)],
  };
}

/** The same built-in server under the same name, where this command would put it or, without `--scope`, anywhere. */
async function alreadyThere(
  invocation: Invocation,
  name: string,
  builtIn: BuiltInServer,
): Promise<ValidServer | undefined> {
  if (invocation.options.flag("force")) return undefined;
  const found: ConfiguredServer | undefined = (await readConfig(invocation)).servers.get(name);
  if (found?.status !== "valid" || found.definition.type !== "inprocess") return undefined;
  const isSame = found.definition.builtin === builtIn.name;
  const isHere =
    invocation.options.text("scope") === undefined || found.origin.file === targetFile(invocation);
  return isSame && isHere ? found : undefined;
}

async function switchOn(invocation: Invocation, server: ValidServer): Promise<CommandResult> {
  const { name, origin, definition } = server;
  const shown = toTerminalText(name);
  if (!definition.enabled) {
    const [edited] = await editServers(invocation, [name], () => ({
      kind: "set",
      name,
      field: "enabled",
      value: true,
    }));
    const file = edited?.file ?? origin.file;
    return { json: { name, file, added: true }, human: `'${shown}' is enabled in ${file}` };
  }
  const waits = !isTrusted(server, trustRules(invocation));
  return {
    json: { name, file: origin.file, added: false },
    human: `'${shown}' is on already, in ${placeOf(origin)}`,
    notes: waits ? [`It does not start until approved: tackle trust ${shown}`] : [],
  };
}

/** The questions are those of the preset, so that it was probably meant. */
function refuseSet({ options }: Invocation, name: string, preset: string | undefined): void {
  if (options.texts("set").length === 0) return;
  if (preset === undefined) throw addUsage("--set answers the questions of a preset or a server.json");
  throw new TackleError({
    code: "usage",
    message: `--set is for the preset '${preset}', and '${name}' alone is the built-in server`,
    hint: `For the preset: tackle add ${name} --preset ${preset} --set …`,
  });
}

function otherNote(name: string, preset: string | undefined): string[] {
  if (preset === undefined) return [];
  return [
    `There is also a preset '${preset}', a program of its own ('tackle presets ${preset}' shows both). For that one: tackle add ${toTerminalText(name)} --preset ${preset} --force`,
  ];
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
