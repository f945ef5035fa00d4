/** Mistakes in the definition of an in-process server, told when it is defined and not when a model stumbles over them. */
import { TackleError, messageOf } from "../errors.ts";
import type { ServerTool, ToolSchema } from "./tool.ts";

/** The characters and the length that the specification asks of names (2026-07-28, server/tools). */
const NAME = /^[A-Za-z0-9_.-]{1,128}$/;

export function checkServerName(name: string): void {
  if (!NAME.test(name)) throw wrong(`'${name.slice(0, 128)}' cannot be a server's name`, RULE);
}

export function checkTools(server: string, tools: Readonly<Record<string, ServerTool>>): void {
  const seen = new Map<string, string>();
  for (const [name, { input, output }] of Object.entries(tools)) {
    checkName(server, name);
    const twin = seen.get(name.toLowerCase());
    if (twin !== undefined) {
      const message = `Server '${server}' has the tools '${twin}' and '${name}', which differ only in upper and lower case`;
      throw wrong(message, "Models mistake one for the other; rename one.");
    }
    seen.set(name.toLowerCase(), name);
    checkSchema(input, { server, name, side: "input" });
    checkSchema(output, { server, name, side: "output" });
  }
}

const RULE = "A name has 1 to 128 of the characters A–Z a–z 0–9 _ - .";

function checkName(server: string, name: string): void {
  if (name === "") throw wrong(`Server '${server}' has a tool without a name`, RULE);
  const shown = name.slice(0, 128);
  if (!NAME.test(name)) throw wrong(`Server '${server}': '${shown}' cannot be a tool's name`, RULE);
  // The SDK keeps tools in a plain object, where these names exist already.
  if (name in Object.prototype) {
    const message = `Server '${server}': '${shown}' cannot be a tool's name, because every JavaScript object has it`;
    throw wrong(message, "Choose another name.");
  }
}

interface SchemaPlace {
  readonly server: string;
  readonly name: string;
  readonly side: "input" | "output";
}

/** A schema without a form in JSON Schema (a date, a transformation) would make the whole list of tools fail. */
function checkSchema(schema: ToolSchema | undefined, { server, name, side }: SchemaPlace): void {
  if (schema === undefined) return;
  const place = `Server '${server}', tool '${name}': the ${side} schema`;
  const json = convert(schema, { side, place });
  if (side === "output" || json["type"] === undefined || json["type"] === "object") return;
  const message = `${place} describes type ${JSON.stringify(json["type"])}, but arguments are an object`;
  throw wrong(message, "Wrap it in z.object({ … }).");
}

function convert(
  schema: ToolSchema,
  { side, place }: { side: "input" | "output"; place: string },
): Record<string, unknown> {
  try {
    return schema["~standard"].jsonSchema[side]({ target: "draft-2020-12" });
  } catch (error) {
    const message = `${place} cannot be written as JSON Schema: ${messageOf(error)}`;
    const hint = "Use types that JSON has, such as z.iso.date() for a date.";
    throw new TackleError({ code: "usage", message, hint, cause: error });
  }
}

function wrong(message: string, hint: string): TackleError {
  return new TackleError({ code: "usage", message, hint });
}
