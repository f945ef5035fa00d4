/** `tackle add PRESET`: a well-known server, from its data. */
import { builtInsNear } from "../../../config/built-in-servers.ts";
import { presetNamed, presetsNear } from "../../../config/presets/presets.ts";
import { TackleError } from "../../../errors.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { ADD_USAGE, addUsage } from "./add-target.ts";
import { addTemplate } from "./add-template.ts";

export async function addFromPreset(invocation: Invocation, name: string): Promise<CommandResult> {
  const wanted = invocation.options.text("preset");
  const preset = presetNamed(wanted ?? name);
  if (preset === undefined) throw noSuchPreset(name, wanted);
  if (invocation.options.text("transport") !== undefined)
    throw addUsage("A preset has its transport already");
  const result = await addTemplate({ invocation, name, template: preset });
  const { json, human, notes = [] } = result;
  return {
    ...result,
    json: { ...json, preset: preset.name },
    human: `${human}\n${preset.title}: ${preset.description}. ${preset.homepage}`,
    notes: [...(preset.notes ?? []), ...notes],
  };
}

function noSuchPreset(name: string, wanted: string | undefined): TackleError {
  if (wanted === undefined && /^https?:\/\//i.test(name))
    return addUsage(`The name of a server is missing before '${name}'`);
  const builtIns = wanted === undefined ? builtInsNear(name) : [];
  const near = [...new Set([...builtIns, ...presetsNear(wanted ?? name)])].map((one) => `'${one}'`);
  return new TackleError({
    code: "usage",
    message:
      wanted === undefined
        ? `It is not said what server '${name}' should run, or where it is, and no built-in server or preset has that name`
        : `There is no preset '${wanted}'`,
    hint:
      near.length === 0
        ? `${ADD_USAGE} ('tackle presets' lists them)`
        : `Did you mean ${near.join(" or ")}? 'tackle presets' lists them all.`,
  });
}
