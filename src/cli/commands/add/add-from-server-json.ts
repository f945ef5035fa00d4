/**
 * `tackle add NAME --from server.json`: a server that somebody else describes. The exact definition is shown, and nothing is
 * written before a person has agreed to it.
 */
import { resolve } from "node:path";
import { readWritten } from "../../../config/check-server.ts";
import { loadFormat } from "../../../config/formats/for-file.ts";
import { ConfigSyntaxError } from "../../../config/formats/format.ts";
import type { ConfigNode } from "../../../config/formats/node.ts";
import { fillTemplate } from "../../../config/presets/fill-template.ts";
import type { ServerTemplate } from "../../../config/presets/preset.ts";
import { readConfigText } from "../../../config/read-file.ts";
import { readServerJson, type ServerJson, type Way } from "../../../config/server-json/server-json.ts";
import { TackleError } from "../../../errors.ts";
import { toTerminalText } from "../../../util/terminal-text.ts";
import { ask } from "../../ask.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { checkServerName } from "../../server-name.ts";
import { describeDefinition } from "../trust/describe-definition.ts";
import { addTemplate } from "./add-template.ts";
import { fetchText } from "./fetch-text.ts";
import { withOptions } from "./with-options.ts";

const MAX_BYTES = 1024 * 1024;

export async function addFromServerJson(invocation: Invocation, name: string): Promise<CommandResult> {
  checkServerName(name);
  const source = invocation.options.text("from") ?? "";
  const described = readServerJson(await readSource(source, invocation), name);
  const template = chosenWay(described, invocation.options.text("package"));
  await agree({ invocation, name, source, described, template });
  const { json, ...result } = await addTemplate({ invocation, name, template });
  return { ...result, json: { ...json, from: source, registryName: described.name } };
}

async function readSource(source: string, { surroundings }: Invocation): Promise<ConfigNode> {
  try {
    const isAddress = /^https?:\/\//i.test(source);
    const text = isAddress
      ? await fetchText(source)
      : readConfigText(resolve(surroundings.cwd, source), MAX_BYTES);
    return (await loadFormat("json")).parse(text);
  } catch (error) {
    if (!(error instanceof ConfigSyntaxError)) throw error;
    const message = `${source}:${error.at.line}:${error.at.column}: ${error.message}`;
    const hint = error.fix ?? "It must be a server.json of the MCP Registry.";
    throw new TackleError({ code: "config", message, hint, cause: error });
  }
}

/** The one of that number, or the first that can be used. */
function chosenWay({ ways }: ServerJson, number: string | undefined): ServerTemplate {
  const way =
    number === undefined ? ways.find(({ template }) => template !== undefined) : ways[Number(number) - 1];
  if (way?.template !== undefined) return way.template;
  const listed = ways.map((one, index) => `${index + 1}: ${describeWay(one)}`).join("\n");
  const message =
    number === undefined
      ? "Tacklebox can run none of its packages and reach none of its addresses"
      : way === undefined
        ? `There is no package ${number}`
        : `Package ${number} cannot be used: ${way.reason ?? ""}`;
  const hint = `It has:\n${listed}`;
  throw new TackleError({ code: "usage", message: toTerminalText(message), hint });
}

function describeWay({ label, reason }: Way): string {
  return toTerminalText(reason === undefined ? label : `${label} (${reason})`);
}

interface Agreement {
  readonly invocation: Invocation;
  readonly name: string;
  readonly source: string;
  readonly described: ServerJson;
  readonly template: ServerTemplate;
}

/** Shows what it is before anything is asked; the gaps are shown as the references that they become. */
async function agree({ invocation, name, source, described, template }: Agreement): Promise<void> {
  const { terminal, options, surroundings } = invocation;
  const isSet = (): boolean => true;
  const { server } = fillTemplate(template, { given: () => [], isSet });
  const { server: read, problems } = await readWritten(
    { name, server: withOptions(server, invocation), target: undefined },
    surroundings,
  );
  if (read?.status !== "valid") {
    const message = problems.find(({ severity }) => severity === "error")?.message ?? "It is no server";
    throw new TackleError({
      code: "config",
      message: toTerminalText(message),
      hint: `It comes from ${source}.`,
    });
  }
  const { name: registryName, version, description } = described;
  const about = [`${registryName} ${version ?? ""}`.trim(), description].filter((part) => part !== undefined);
  const origin = { ...read.origin, file: source };
  terminal.stderr.write(
    `\n${toTerminalText(about.join(": "))}\n${describeDefinition({ ...read, origin }, terminal.stderrStyle)}\n`,
  );
  if (options.flag("yes")) return;
  if (!terminal.isInteractive) {
    throw new TackleError({
      code: "policy",
      message: `'${name}' comes from elsewhere (${source}) and there is no terminal to ask on; nothing was added`,
      hint: "After reading what it runs, repeat the command with --yes.",
    });
  }
  if ((await ask(terminal, "Add this server?")) !== "yes")
    throw new TackleError({ code: "cancelled", message: "Nothing was added" });
}
