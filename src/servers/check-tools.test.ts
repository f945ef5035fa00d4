import { describe, expect, it } from "vitest";
import * as z from "zod";
import { TackleError } from "../errors.ts";
import { defineServer } from "./define-server.ts";
import { tool, type ServerTool, type ToolSchema } from "./tool.ts";

const nothing = tool({ description: "Does nothing", run: () => undefined });

function problemOf(define: () => unknown): TackleError {
  try {
    define();
  } catch (error) {
    if (error instanceof TackleError) return error;
    throw error;
  }
  throw new Error("The definition was accepted");
}

const withTools = (tools: Record<string, ServerTool>) => problemOf(() => defineServer("weather", tools));
const withInput = (input: ToolSchema) =>
  withTools({ forecast: tool({ description: "", input, run: () => "" }) });

describe("names", () => {
  it("accepts what the specification allows, and a server without tools", () => {
    expect(defineServer("my.server-1", { "a.b-C_9": nothing }).name).toBe("my.server-1");
    expect(defineServer("empty", {}).name).toBe("empty");
  });

  it.each(["", " ", "two words", "naïve", "a/b", "x".repeat(129)])("refuses %j for a server", (name) => {
    const { code, message, hint } = problemOf(() => defineServer(name, {}));
    expect(code).toBe("usage");
    expect(message).toContain("cannot be a server's name");
    expect(hint).toContain("1 to 128");
  });

  it("refuses a tool without a name", () => {
    const { message, hint } = withTools({ "": nothing });
    expect(message).toBe("Server 'weather' has a tool without a name");
    expect(hint).toContain("1 to 128");
  });

  it.each(["two words", "a\u001B[31m", "x".repeat(129)])("refuses %j for a tool", (name) => {
    expect(withTools({ [name]: nothing }).message).toContain("cannot be a tool's name");
  });

  it("refuses names that differ only in upper and lower case", () => {
    expect(withTools({ forecast: nothing, Forecast: nothing }).message).toContain(
      "'forecast' and 'Forecast'",
    );
  });

  it.each(["constructor", "toString", "__proto__"])("refuses '%s', which every object has", (name) => {
    const tools = Object.fromEntries([[name, nothing]]);
    expect(withTools(tools).message).toContain("every JavaScript object");
  });
});

describe("schemas", () => {
  it("refuses an input schema that JSON Schema cannot express, and names the tool", () => {
    const { message, hint } = withInput(z.object({ day: z.date() }));
    expect(message).toContain("Server 'weather', tool 'forecast': the input schema cannot be written");
    expect(hint).toContain("z.iso.date()");
  });

  it("refuses arguments that are no object", () => {
    expect(withInput(z.array(z.string())).message).toContain('describes type "array"');
  });

  it("refuses an output schema that JSON Schema cannot express", () => {
    const broken = tool({
      description: "",
      output: z.object({ day: z.date() }),
      run: () => ({ day: new Date() }),
    });
    expect(withTools({ broken }).message).toContain("the output schema");
  });

  it("accepts a union of objects", () => {
    const input = z.union([z.object({ city: z.string() }), z.object({ zip: z.string() })]);
    expect(() =>
      defineServer("weather", { a: tool({ description: "", input, run: () => "" }) }),
    ).not.toThrow();
  });
});
