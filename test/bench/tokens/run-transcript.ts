/** Makes the calls of a transcript for real, and counts what a model reads on the way. */
import { tokensOf, type ProfileClient } from "./client.ts";
import type { Mode, Step, Task } from "./tasks.ts";

export interface Reading {
  readonly turns: number;
  /** What the model writes, and reads again with every later turn. */
  readonly requests: number;
  readonly results: number;
  /** With every turn the model is given all that was before it: the sum over all turns, the last answer's included. */
  readonly overAllTurns: number;
}

export async function runTranscript(
  task: Task,
  mode: Mode,
  { client, definitions }: { readonly client: ProfileClient; readonly definitions: number },
): Promise<Reading> {
  let [requests, results, overAllTurns, last] = [0, 0, 0, ""];
  let read = "";
  const turns = task.transcripts[mode];
  for (const steps of turns) {
    overAllTurns += definitions + requests + results;
    if (mode !== "direct") checkKnown(steps, read);
    const texts = await Promise.all(steps.map((step) => client.call(step)));
    for (const { tool, arguments: args } of steps)
      requests += tokensOf(JSON.stringify({ name: tool, arguments: args }));
    for (const text of texts) results += tokensOf(text);
    last = texts.at(-1) ?? "";
    read += texts.join("\n");
  }
  overAllTurns += definitions + requests + results;
  if (!task.isDone[mode](last))
    throw new Error(`${task.name} in ${mode}: the last result is not what it should be:\n${last}`);
  return { turns: turns.length, requests, results, overAllTurns };
}

/** A model can only call what it was told of: every tool that is used must have been found before. */
function checkKnown(steps: readonly Step[], read: string): void {
  for (const { tool, arguments: args } of steps) {
    const names = tool === "run_code" ? String(args["code"]).match(/device\.\w+\.\w+/g) : [args["name"]];
    for (const name of tool === "search_tools" ? [] : (names ?? []))
      if (!read.includes(`${String(name)}(`))
        throw new Error(`Nothing has told of ${String(name)}:\n${read}`);
  }
}
