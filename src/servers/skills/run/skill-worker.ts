/**
 * The process of one skill: loads its module, runs one function per message, and ends when its host is gone. What the skill does
 * to its own process (exit, globals, folder, memory) stays here. All that is needed of the language is taken before the
 * skill is loaded, which may change it.
 */
import { pathToFileURL } from "node:url";
import { describeThrown } from "../../describe-thrown.ts";
import { callTarget, Instances, type SkillModule } from "./call-target.ts";
import { guardModules } from "./guard-modules.ts";
import type { SkillCall, SkillLoad, SkillReply } from "./skill-messages.ts";

const { stringify } = JSON;
const { error: log } = console;
const send = process.send?.bind(process);
// The channel is ours; a skill that sends on it could answer for itself.
delete process.send;

const MAX_RESULT_CHARS = 16 * 1024 * 1024;
const MAX_MESSAGE_CHARS = 10_000;

const [, , file = ""] = process.argv;
const instances = new Instances();
let loading: Promise<SkillModule | undefined> = Promise.resolve(undefined);

process.on("disconnect", () => process.exit());
process.on("message", (message: SkillLoad | SkillCall) => {
  if (message.kind === "load") loading = load(message);
  else void answer(message);
});

/** Undefined, and said so, when the module is of no use. */
async function load({ files }: SkillLoad): Promise<SkillModule | undefined> {
  guardModules(new Map(files));
  try {
    return (await import(pathToFileURL(file).href)) as SkillModule;
  } catch (thrown) {
    log(thrown);
    reply({ kind: "unusable", message: `${messageOf(thrown)}${placeIn(thrown)}` });
    return undefined;
  }
}

async function answer({ id, target, passing, args }: SkillCall): Promise<void> {
  const module = await loading;
  if (module === undefined) return;
  try {
    const value = target && (await callTarget(module, instances, { target, passing, args }));
    const json = toJson(value);
    reply(json === undefined ? { kind: "result", id } : { kind: "result", id, json });
  } catch (thrown) {
    log(thrown); // the caller gets the message; the stack is for the log
    reply({ kind: "thrown", id, message: messageOf(thrown) });
  }
}

function reply(message: SkillReply): void {
  send?.(message);
}

function toJson(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value instanceof Uint8Array)
    throw new TypeError(
      `The tool returned bytes; return { content: [{ type: "image", data: BASE64, mimeType }] }`,
    );
  const json = stringify(value) as string | undefined;
  if (json === undefined) throw new TypeError(`The tool returned a ${typeof value}, which is no JSON`);
  if (json.length <= MAX_RESULT_CHARS) return json;
  const size = Math.ceil(json.length / 1024 / 1024);
  throw new RangeError(`The result has ${size} MiB, more than the 16 MiB that a result may have`);
}

function messageOf(thrown: unknown): string {
  return describeThrown(thrown).slice(0, MAX_MESSAGE_CHARS);
}

/** Where in the skill's own folder the error was, for people who look at the source. */
function placeIn(thrown: unknown): string {
  const stack = thrown instanceof Error ? String(thrown.stack) : "";
  const folder = pathToFileURL(file).href.replace(/[^/]*$/, "");
  const start = stack.indexOf(folder);
  const [place] = start === -1 ? [] : (/^[^)\s]*/.exec(stack.slice(start + folder.length)) ?? []);
  return place === undefined || place === "" ? "" : ` (${place})`;
}
