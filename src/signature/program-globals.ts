/**
 * What a program has besides `device`, as declarations. They stand beside those of the DOM and of Node without a conflict:
 * functions become overloads, and `Console` is the interface of that name.
 */
import { HANDLE_TYPE } from "./types/write-type.ts";

/** Inside of the namespace. Text to whoever passes it on: a tool that wants base64 is given the content. */
export const HANDLE_DECLARATION =
  "  /** Stands for an image or other binary content: return it, or give it to a tool that takes text in base64. */\n" +
  `  type Handle = string & ${HANDLE_TYPE};`;

export const PROGRAM_GLOBALS = `/** The tools that could do what the words say. Servers that cannot be used now are named in the console. */
declare function search_skills(
  query: string,
  options?: { limit?: number },
): Promise<{ name: string; signature: string; description: string }[]>;
/** Everything that is known of a tool: \`describe("device.FilesMCP.read")\`. */
declare function describe(name: string): Promise<string>;
/** What a script was called with, or what was given to the run; a program without either has none. */
declare const input: any;
declare function sleep(milliseconds: number): Promise<void>;
declare function setTimeout(action: (...given: any[]) => void, milliseconds?: number, ...given: any[]): number;
declare function clearTimeout(timer: number | undefined): void;
interface Console {
  log(...values: any[]): void;
  info(...values: any[]): void;
  warn(...values: any[]): void;
  error(...values: any[]): void;
  debug(...values: any[]): void;
}
declare var console: Console;`;
